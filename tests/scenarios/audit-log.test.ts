import { errorLogs } from '@tally/contract';
import { seconds } from '@tally/kernel';
import { alertRoom } from '@tally/tests/alert-room';
import { nightCity } from '@tally/tests/api';
import { beforeAll, expect, it, vi } from 'vitest';

/** Writes the events of a Kick chat to a server's channel. Each test continues from the last one. */
interface Shown {
  embeds: { title?: string; description?: string }[];
}
const room = alertRoom<Shown, { subscriptions: number }>('kick', (id) => ({
  auditLogsEnabled: true,
  auditLogsChannelId: id,
}));
/** Removes the characters that separate names from text and markup. */
const bare = (text = '') => text.replace(/[\u2068\u2069\\]/g, '');
const lines = async () =>
  (await room.shown()).toReversed().flatMap(({ embeds }) => embeds.map(({ description }) => bare(description)));
/** Runs queued jobs that become due while it waits. */
const until = async (check: () => void | Promise<void>) =>
  await vi.waitFor(
    async () => {
      await room.api.pass(seconds(1));
      await check();
    },
    { timeout: 60_000, interval: 50 },
  );

beforeAll(async () => {
  await room.add('xqc');
  await vi.waitUntil(() => room.summary().subscriptions === 7, 60_000);
});

it('bans, gifts and Kicks are written once each, and follows only where the server wants them', async () => {
  room.act('webhooks', { do: 'duplicate', next: 1, amount: 2 });
  room.act('ban', { who: 'xqc', by: 'late-latency', reason: 'spam' });
  room.act('follow', { who: 'xqc', by: 'bluepaperkite' });
  room.act('kicks', { who: 'xqc', by: 'moss-and-fern', amount: 500 });
  await until(async () =>
    expect((await lines()).toSorted()).toEqual([
      '**late_latency** was banned by **xqc**.\nReason: spam',
      expect.stringContaining('**moss_and_fern** gave 500 Kicks'),
    ]),
  );
});

it('if the bot may not write, the error log reports it once', async () => {
  const bot = room.api.ctx.config.discord.clientId;
  const overwrite = { id: bot, type: 1, allow: '0', deny: String(1n << 11n) };
  room.discord('change-channel', { channel_id: room.room, permission_overwrites: [overwrite] });
  for (const by of ['late-latency', 'bluepaperkite']) room.act('ban', { who: 'xqc', by });
  await until(async () => {
    const { json } = await room.call(errorLogs.listErrors, { params: { guildId: nightCity }, query: {} });
    expect(json.data).toMatchObject([{ reason: 'missingPermission', count: 1 }]);
  });
  expect(await lines()).toHaveLength(2);
});

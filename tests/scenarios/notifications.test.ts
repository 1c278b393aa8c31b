import { errorLogs, notifications } from '@tally/contract';
import { LAST_GRACE, minutes } from '@tally/kernel';
import { OFFLINE_GRACE_MS } from '@tally/pipeline/detection';
import { alertRoom } from '@tally/tests/alert-room';
import { type Answer, nightCity } from '@tally/tests/api';
import { describe, expect, it, vi } from 'vitest';

interface Shown {
  id: string;
  content: string;
  embeds: { title?: string; fields?: { name: string; value: string }[]; description?: string }[];
  components: { components: { label?: string; url?: string }[] }[];
  pinged: { everyone: boolean; roles: string[] };
  edited_timestamp: string | null;
}

/** A server follows xqc on Kick for one morning. Each test continues where the last one stopped. */
const scene = alertRoom<Shown>('kick');
const { act: kick, discord, shown, add, call } = scene;
const streamer = (name = 'xqc') =>
  ({ params: { guildId: nightCity, platform: 'kick', streamer: name }, query: {} }) as const;
const data = (answer: Answer) => {
  if (!answer.json) throw new Error(`no envelope: ${answer.text}`);
  return answer.json.data as { rows: Record<string, unknown>[] };
};
const rows = (answer: Answer) => (answer.json?.data ?? []) as Record<string, unknown>[];
/** The clock is stopped, so only the streamer distinguishes the rows. */
const journal = async (name: string) => {
  const query = { platform: 'kick', streamer: name } as const;
  const answer = await call(notifications.listJournal, { params: { guildId: nightCity }, query });
  return data(answer).rows;
};
const reasons = async (name: string) => (await journal(name)).flatMap((row) => row.reason ?? []);

const troubles = async () => {
  const answer = await call(errorLogs.listErrors, { params: { guildId: nightCity }, query: {} });
  return rows(answer).map((row) => row.message);
};

describe('following a creator', () => {
  it('refuses a name that does not exist on Kick, with the reason', async () => {
    const answer = await add('nobody_at_all');
    expect([answer.status, answer.json?.error]).toEqual([
      404,
      'There is no channel called nobody_at_all on Kick. You can paste a link to the channel instead.',
    ]);
  });

  it('adds an existing one, once', async () => {
    const answer = await add('xqc');
    expect([answer.status, data(answer)]).toMatchObject([200, { streamerUserName: 'xqc', isCurrentlyLive: null }]);
    const again = await add('XQC');
    expect(again.status).toBe(409);
  });

  it('lists them with the limit of the plan', async () => {
    const list = await call(notifications.listStreamers, { params: streamer().params, query: {} });
    expect(data(list)).toMatchObject({ currentTotal: 1, streamers: [{ streamerUserName: 'xqc' }] });
  });

  it('sends a test through the whole pipeline, and pings no one', async () => {
    const role = (await discord('add-role', { guild_id: nightCity, name: 'Kick pings', mentionable: true })) as {
      id: string;
    };
    const saved = await call(notifications.updateStreamer, { ...streamer(), body: { pingRoleId: role.id } as never });
    expect(saved.status).toBe(200);
    await call(notifications.sendTest, streamer());
    const [message] = await vi.waitFor(async () => {
      const messages = await shown();
      expect(messages).toHaveLength(1);
      return messages;
    }, 60_000);
    expect(message?.pinged).toMatchObject({ everyone: false, roles: [] });
    expect(message?.content).toContain(`<@&${role.id}>`);
  });
});

describe('a stream', () => {
  const live = async () => (await shown()).filter((message) => message.pinged.roles.length > 0);

  it('is announced once, with its title, a link and the chosen ping', async () => {
    kick('go-live', { who: 'xqc', title: 'REACTING TO *EVERYTHING* @everyone' });
    const [message] = await vi.waitFor(async () => {
      const messages = await live();
      expect(messages).toHaveLength(1);
      return messages;
    }, 60_000);
    expect(message?.embeds[0]?.title).toContain('REACTING');
    expect(message?.pinged.everyone).toBe(false);
    expect(message?.components[0]?.components[0]?.url).toBe('https://kick.com/xqc');
  });

  it('stays one message however often Kick reports it', async () => {
    kick('webhooks', { do: 'duplicate', next: 5, amount: 3 });
    kick('change-title', { who: 'xqc', title: 'Second title' });
    await vi.waitFor(async () => expect((await live())[0]?.embeds[0]?.title).toBe('Second title'), 60_000);
    expect(await live()).toHaveLength(1);
  });

  it('shows as live in the list', async () => {
    const one = await call(notifications.getStreamer, streamer());
    expect(data(one)).toMatchObject({ isCurrentlyLive: { correct: true, channelId: scene.room } });
  });

  it('that ends becomes an end card after the grace', async () => {
    kick('end', { who: 'xqc' });
    const isDoubted = async () => {
      const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where offline_since is not null');
      expect(rows).toHaveLength(1);
    };
    await vi.waitFor(isDoubted, 60_000);
    await scene.api.pass(OFFLINE_GRACE_MS);
    await vi.waitFor(async () => expect((await live())[0]?.embeds[0]?.description).toContain('was live'), 30_000);
    expect(await live()).toHaveLength(1);
  });

  it('that returns within the cooldown is not announced, and the journal shows why', async () => {
    // Waits for the longest grace period, because an earlier stream would continue the last one.
    await scene.api.pass(minutes(LAST_GRACE));
    const isClosed = async () => {
      const { rows } = await scene.api.ctx.db.execute('select 1 from stream_sessions where ended_at is not null');
      expect(rows).toHaveLength(1);
    };
    await vi.waitFor(isClosed, 60_000);
    kick('go-live', { who: 'xqc', title: 'Again' });
    await vi.waitFor(async () => expect(await reasons('xqc')).toEqual(['cooldown']), 60_000);
    const skipped = (await journal('xqc')).find((row) => row.outcome === 'skipped');
    expect(skipped?.explanation).toBe('The last message about xqc is too recent.');
    expect(await live()).toHaveLength(1);
  });
});

describe('a creator who is already live when they are added', () => {
  it('is not announced, and the journal shows why', async () => {
    kick('go-live', { who: 'nordwind' });
    const added = await call(notifications.addStreamer, {
      ...streamer('nordwind'),
      body: { notificationChannelId: scene.room } as never,
    });
    expect([added.status, data(added)]).toMatchObject([
      200,
      { isCurrentlyLive: { correct: false, startedAt: expect.stringMatching(/^20\d\d-/) } },
    ]);
    await vi.waitFor(async () => expect(await reasons('nordwind')).toEqual(['alreadyLiveWhenAdded']), 60_000);
  });
});

describe('a server that lost its channel', () => {
  it('is not asked repeatedly: the streamer is paused, and the journal shows the reason', async () => {
    const lost = (await discord('add-channel', { guild_id: nightCity, name: 'short-lived' })) as { id: string };
    const body = { notificationChannelId: lost.id } as never;
    const added = await call(notifications.addStreamer, { ...streamer('kettlecorn'), body });
    expect(added.status).toBe(200);
    await discord('remove-channel', { channel_id: lost.id });
    kick('go-live', { who: 'kettlecorn' });
    await vi.waitFor(async () => expect(await reasons('kettlecorn')).toEqual(['unknownChannel']), 60_000);
    await vi.waitFor(async () => {
      const one = await call(notifications.getStreamer, streamer('kettlecorn'));
      expect(data(one)).toMatchObject({ pauseReason: 'channelGone' });
    }, 60_000);
    expect(await troubles()).toContain('The channel for kettlecorn no longer exists.');
  });

  it('a stream without a permission names it, and its channel', async () => {
    const quiet = (await discord('add-channel', { guild_id: nightCity, name: 'quiet' })) as { id: string };
    const body = { notificationChannelId: quiet.id } as never;
    await call(notifications.addStreamer, { ...streamer('ridgewalker'), body });
    const deny = { id: nightCity, type: 0, allow: '0', deny: String(1n << 11n) };
    await discord('change-channel', { channel_id: quiet.id, permission_overwrites: [deny] });
    kick('go-live', { who: 'ridgewalker' });
    // Without permission to write, the bot cannot post embeds either, so Discord lists both as missing.
    const sentence = 'The bot lacks permissions in #quiet: Embed Links and Send Messages.';
    await vi.waitFor(async () => expect(await troubles()).toContain(sentence), 60_000);
  });

  it('and a channel of another server cannot be chosen', async () => {
    const foreign = [...scene.api.sim.discord.state.guilds.values()].find((guild) => guild.id !== nightCity);
    const [channel] = [...(foreign?.channels.keys() ?? [])];
    const body = { notificationChannelId: channel } as never;
    const answer = await call(notifications.updateStreamer, { ...streamer(), body });
    expect([answer.status, answer.json?.error]).toEqual([400, [expect.stringContaining('notificationChannelId')]]);
  });
});

it('nothing was asked of the outside world that it does not know', () =>
  expect(scene.api.sim.unknownCalls).toEqual([]));

import { type JournalRow, notifications } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { OFFLINE_GRACE_MS } from '@tally/pipeline/detection';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { runJob } from '@tally/tests/jobs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/**
 * A server gets messages about recordings on Twitch and clips on Kick. Each test continues where the last one stopped.
 */
let api: TestApi;
let token: string;
const rooms = { alerts: '', recordings: '', clips: '' };

interface Shown {
  content: string;
  embeds: {
    title?: string;
    description?: string;
    url?: string;
    image?: { url: string };
    thumbnail?: { url: string };
    footer?: { text: string };
    fields?: { value: string }[];
  }[];
  components: { components: { url?: string }[] }[];
}

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const act = (world: 'twitch' | 'kick', action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
const shown = async (room: keyof typeof rooms) =>
  ((await discord('messages', { channel_id: rooms[room] })) as { messages: Shown[] }).messages;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });
const rows = async (query: string) => (await api.ctx.db.execute(query)).rows;

async function follow(platform: 'twitch' | 'kick', streamer: string, settings: object): Promise<void> {
  const body = { notificationChannelId: rooms.alerts, ...settings } as never;
  const params = { guildId: nightCity, platform, streamer };
  const answer = await api.call(notifications.addStreamer, { params, query: {}, body }, token);
  expect([answer.status, answer.json]).toMatchObject([200, {}]);
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  for (const name of ['alerts', 'recordings', 'clips'] as const) {
    rooms[name] = ((await discord('add-channel', { guild_id: nightCity, name })) as { id: string }).id;
  }
});
afterAll(() => api.close());

describe('a stream on Twitch', () => {
  it('that has ended gets a message about its recording, and its end card links there', async () => {
    await follow('twitch', 'xqc', { vodsChannelId: rooms.recordings });
    act('twitch', 'go-live', { who: 'xqc', title: 'By lamplight' });
    await until(async () => expect(await shown('alerts')).toHaveLength(1));
    await api.pass(minutes(30));
    act('twitch', 'end', { who: 'xqc' });
    await until(async () =>
      expect(await rows('select 1 from stream_sessions where offline_since is not null')).toHaveLength(1),
    );
    expect(await shown('recordings')).toEqual([]);
    await api.pass(OFFLINE_GRACE_MS + minutes(1));
    const [message] = await until(async () => {
      const messages = await shown('recordings');
      expect(messages).toHaveLength(1);
      return messages;
    });
    const link = expect.stringMatching(/^https:\/\/www\.twitch\.tv\/videos\/\d+$/);
    expect(message?.embeds[0]).toMatchObject({ title: 'By lamplight', url: link });
    await until(async () => {
      const [card, ...others] = await shown('alerts');
      expect(card?.embeds[0]?.description).toContain('was live');
      expect(JSON.stringify(card)).toContain('twitch.tv/videos/');
      expect(others).toEqual([]);
    });
  });
});

describe('a stream on Kick', () => {
  it('is announced by a push that knows no category; a moment later the message has it, and a picture', async () => {
    const clips = { builtInClipsEnabled: true, builtInClipsChannelId: rooms.clips, clipperCategories: ['vip'] };
    await follow('kick', 'nordwind', clips);
    await until(() => expect(api.sim.worlds.get('kick')?.summary()).toMatchObject({ subscriptions: 5 }));
    await until(async () =>
      expect(await rows(`select 1 from channels where platform = 'kick' and clips_asked_at is not null`)).toHaveLength(
        1,
      ),
    );
    act('kick', 'go-live', { who: 'nordwind', title: 'Northern light', category: 15 });
    await until(async () => {
      const message = (await shown('alerts')).find(({ embeds }) => embeds[0]?.title === 'Northern light');
      expect(message?.embeds[0]?.fields).toContainEqual(expect.objectContaining({ value: 'Just Chatting' }));
      expect(message?.embeds[0]?.image?.url).toContain('/kick/files/thumbnails/');
    });
  });

  it('of which people cut clips: those of the people that the server chose are posted within two minutes, once', async () => {
    act('kick', 'badge', { who: 'nordwind', by: 'xqc', badge: 'vip' });
    act('kick', 'clip', { who: 'nordwind', by: 'kettlecorn', title: 'By anybody' });
    act('kick', 'clip', { who: 'nordwind', by: 'xqc', title: 'Not supposed to work' });
    // The channel was quiet a moment ago, and quiet channels are polled for clips every ten minutes.
    await api.pass(minutes(2));
    const [clip] = await until(async () => {
      const messages = await shown('clips');
      expect(messages).toHaveLength(1);
      return messages;
    });
    expect(clip?.embeds[0]?.title).toBe('Not supposed to work');
    expect(JSON.stringify(clip)).toMatch(/https:\/\/kick\.com\/nordwind\/clips\/clip_\w+/);
    const before = await rows('select clips_asked_at from channels where clips_asked_at is not null');
    await api.pass(minutes(2));
    await until(async () =>
      expect(await rows('select clips_asked_at from channels where clips_asked_at is not null')).not.toEqual(before),
    );
    expect(await shown('clips')).toHaveLength(1);
    const clippers = await rows(
      `select data->'clipper' as clipper from videos where is_news and kind = 'clip' order by 1`,
    );
    expect(clippers).toEqual([
      { clipper: { name: 'kettlecorn', roles: [] } },
      { clipper: { name: 'xqc', roles: ['vip'] } },
    ]);
  });

  it('with many clips at once: the first have separate messages, the others share one', async () => {
    const cut = ['two', 'three', 'four', 'five', 'six'].map((number) => `Clip ${number}`);
    for (const title of cut) act('kick', 'clip', { who: 'nordwind', by: 'xqc', title });
    act('kick', 'clip', { who: 'nordwind', by: 'kettlecorn', title: 'By anybody' });
    await api.pass(minutes(2));
    const inList = async () => {
      const query = { kinds: ['clip' as const] };
      const answer = await api.call(notifications.listJournal, { params: { guildId: nightCity }, query }, token);
      return (answer.json.data as { rows: JournalRow[] }).rows.filter(({ reason }) => reason === 'together');
    };
    await until(async () => expect(await inList()).toHaveLength(3));
    await runJob(api.ctx, 'overrides/end-quiet-hours');
    await until(async () => expect(await shown('clips')).toHaveLength(4));
    const embeds = (await shown('clips')).map(({ embeds: [embed] }) => embed);
    const list = embeds.find((embed) => embed?.title === 'More clips');
    expect(list?.footer?.text).toBe('3 more clips in one message, because many arrived at once.');
    // Each of the remaining clips is posted once.
    const alone = cut.filter((title) => embeds.some((embed) => embed?.title === title));
    const together = cut.filter((title) => list?.description?.includes(title));
    expect([alone.length, [...alone, ...together].toSorted()]).toEqual([2, cut.toSorted()]);
    await until(async () =>
      expect((await inList()).map(({ digest, outcome }) => [digest?.isTold, outcome])).toEqual(
        Array.from({ length: 3 }, () => [true, 'skipped']),
      ),
    );
    await runJob(api.ctx, 'overrides/end-quiet-hours');
    expect(await shown('clips')).toHaveLength(4);
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));

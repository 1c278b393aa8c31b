import { get, type IncomingMessage } from 'node:http';
import { notifications, platforms } from '@tally/contract';
import { type Answer, demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

let api: TestApi;
let token: string;
let room: string;
const CHANGED = 'data: {"changed":true}';
const waiting = { timeout: 60_000, interval: 20 };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' }, beatMs: 100 });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
});

const leaving: AbortController[] = [];
afterEach(() => {
  for (const each of leaving.splice(0)) each.abort();
});

/** Opens the stream over a separate connection, as a browser does. */
async function open(as = token) {
  const left = new AbortController();
  leaving.push(left);
  const url = `http://127.0.0.1:${api.ctx.config.API_PORT}/data/guild/${nightCity}/journal/live`;
  const options = { agent: false, headers: { authorization: `Bearer ${as}` }, signal: left.signal };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, options, resolve).on('error', reject),
  );
  let text = '';
  let isOver = false;
  const read = async () => {
    for await (const part of answer.setEncoding('utf8')) text += part;
  };
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  return {
    status: answer.statusCode,
    /** Returns the events received so far. */
    events: () => text.split('\n\n').filter((each) => each.startsWith('data: ')),
    beats: () => text.split(': \n\n').length - 1,
    isOver: () => isOver,
    async refusal() {
      await reading;
      return JSON.parse(text) as { code: string; error: string };
    },
    async leave() {
      left.abort();
      await reading;
    },
  };
}

const kick = (name: string) =>
  ({ params: { guildId: nightCity, platform: 'kick', streamer: name }, query: {} }) as const;
const follow = (name: string): Promise<Answer> =>
  api.call(notifications.addStreamer, { ...kick(name), body: { notificationChannelId: room } as never }, token);

describe('an open page', () => {
  it('learns that a message was sent, and no more than that', async () => {
    expect((await follow('xqc')).status).toBe(200);
    const page = await open();
    // Makes the change while the page loads.
    await vi.waitFor(() => expect(page.events()).toEqual([CHANGED]), waiting);
    expect((await api.call(notifications.sendTest, kick('xqc'), token)).status).toBe(200);
    const outcome = async () => {
      const answer = await api.call(notifications.listJournal, { params: { guildId: nightCity }, query: {} }, token);
      return (answer.json.data as { rows: { outcome: string | null }[] }).rows[0]?.outcome;
    };
    await vi.waitFor(async () => expect(await outcome()).toBe('posted'), waiting);
    await vi.waitFor(() => expect(page.events().length).toBeGreaterThan(1), waiting);
    expect(new Set(page.events())).toEqual(new Set([CHANGED]));
  });

  it('is closed once its owner has logged out', async () => {
    const other = await api.logIn();
    const [page, kept] = [await open(), await open(other)];
    expect((await api.request('DELETE', '/sessions', { token })).status).toBe(200);
    await vi.waitFor(() => expect(page.isOver()).toBe(true), waiting);
    const beats = kept.beats();
    await vi.waitFor(() => expect(kept.beats()).toBeGreaterThan(beats + 1), waiting);
    expect(kept.isOver()).toBe(false);
  });

  it('is closed once the person may not manage the server any more', async () => {
    const page = await open();
    await vi.waitFor(() => expect(page.beats()).toBeGreaterThan(2), waiting);
    expect(page.isOver()).toBe(false);
    await api.ctx.db.execute(`delete from servers where id = '${nightCity}'`);
    await api.ctx.cache.forgetPrefix('');
    await vi.waitFor(() => expect(page.isOver()).toBe(true), waiting);
  });

  it('is refused to a person with five open ones, and opens when one is closed', async () => {
    const pages = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await open();
    expect(sixth.status).toBe(429);
    expect(await sixth.refusal()).toMatchObject({
      code: 'tooManyStreams',
      error: 'At most 5 of your open pages can receive live updates. Close one first.',
    });
    // Another session of the same person counts toward the same limit.
    expect((await open(await api.logIn(demoUser))).status).toBe(429);
    await pages[0]?.leave();
    await vi.waitFor(async () => expect((await open()).status).toBe(200), waiting);
  });
});

describe('the live list', () => {
  const live = async () =>
    (await api.call(notifications.listLive, { params: { guildId: nightCity } }, token)).json.data;

  it('is one call for all platforms', async () => {
    for (const platform of platforms) {
      await api.ctx.db.execute(`
        insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
        values ('${platform}', '676', 'ada', 'Ada', 'https://${platform}.example/ada', now()),
               ('${platform}', '677', 'bob', 'Bob', 'https://${platform}.example/bob', now())`);
      await api.ctx.db.execute(`
        insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
        values (gen_random_uuid(), '${nightCity}', '${platform}', '676', 'ada', '{}', now(), now()),
               (gen_random_uuid(), '${nightCity}', '${platform}', '677', 'bob', '{}', now(), now())`);
    }
    expect(await live()).toEqual([]);
    for (const [platform, endedAt] of [
      ['kick', 'null'],
      ['youtube', 'null'],
      ['twitch', "'2026-01-15 11:30Z'"],
    ])
      await api.ctx.db.execute(`
        insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, ended_at, url, details)
        values (gen_random_uuid(), '${platform}', '676', '2026-01-15 11:00Z', now(), now(), ${endedAt}, 'https://x.example',
                '{"title": "On air"}')`);
    const facts = {
      guildId: nightCity,
      streamerUserName: 'ada',
      displayName: 'Ada',
      streamerId: '676',
      avatarUrl: null,
      stoppedDelivery: null,
    };
    const shown = (await live()) as { platform: string }[];
    expect(shown.toSorted((one, other) => one.platform.localeCompare(other.platform))).toEqual([
      { ...facts, platform: 'kick', startedAt: '2026-01-15T11:00:00.000Z' },
      { ...facts, platform: 'youtube', startedAt: '2026-01-15T11:00:00.000Z' },
    ]);
  });
});

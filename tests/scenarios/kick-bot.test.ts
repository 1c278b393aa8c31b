import { notifications, serverParts } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { leaveChats } from '../../packages/features/src/connections/service/sweep.ts';

/** A server receives clips made with KickBot, and logs the chat. Each test continues where the last one stopped. */
let api: TestApi;
let token: string;
const rooms = { clips: '', log: '' };

interface Shown {
  readonly content: string;
  readonly embeds: readonly { readonly title?: string; readonly description?: string; readonly url?: string }[];
}
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const kick = (action: string, body: object) =>
  api.sim.worlds.get('kick')?.controls[action]?.({ who: 'nordwind', ...body }) as Record<string, string>;
const shown = async (room: keyof typeof rooms) =>
  ((await discord('messages', { channel_id: rooms[room] })) as { messages: Shown[] }).messages;
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });
const titles = async () => (await shown('clips')).map(({ embeds }) => `${embeds[0]?.title}`).toSorted(byName);
const byName = (a: string, b: string): number => a.localeCompare(b, 'en');
interface Summary {
  readonly kickbot_pushes: readonly { readonly how: string; readonly status: number }[];
  readonly subscriptions: number;
}
const summary = () => api.sim.worlds.get('kick')?.summary() as Summary | undefined;
const pushes = () => summary()?.kickbot_pushes ?? [];
const heard = () => summary()?.subscriptions;
const set = async (body: object) => {
  const params = { guildId: nightCity, platform: 'kick', streamer: 'nordwind' } as const;
  const answer = await api.call(notifications.updateStreamer, { params, query: {}, body }, token);
  expect([answer.status, answer.json]).toMatchObject([200, {}]);
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  for (const name of ['clips', 'log'] as const)
    rooms[name] = ((await discord('add-channel', { guild_id: nightCity, name: `my-${name}` })) as { id: string }).id;
  const params = { guildId: nightCity, platform: 'kick', streamer: 'nordwind' } as const;
  const body = { clipEnabled: true, clipChannelId: rooms.clips, auditLogsEnabled: true, auditLogsChannelId: rooms.log };
  const answer = await api.call(notifications.addStreamer, { params, query: {}, body: body as never }, token);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
});
afterAll(() => api.close());

it('logs the events of the chat, as Kick sends them', async () => {
  // Five topics for each channel, and two for the log.
  await until(() => expect(heard()).toBe(7));
  kick('ban', { by: 'kettlecorn', reason: '@everyone **spam**' });
  kick('gift', { by: 'xqc', count: 3 });
  await until(async () => {
    // The second poll may have missed the first message, which then waits for the next one.
    await api.pass(seconds(3));
    const lines = (await shown('log')).flatMap(({ embeds }) => embeds.map(({ description }) => description));
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).toMatch(/kettlecorn\u2069\*\* was banned by \*\*\u2068Nordwind/);
    expect(lines.join('\n')).not.toContain('@everyone');
    expect(lines.join('\n')).toContain('gifted 3 subs');
  });
});

it('a clip that KickBot names in the chat of a stream is posted with its title and maker, once', async () => {
  kick('go-live', { title: 'Northern light' });
  // We read the chat from the start of the stream. Bans were already pushed.
  await until(() => expect(heard()).toBe(8));
  kick('badge', { by: 'xqc', badge: 'vip' });
  kick('kickbot-clip', { by: 'xqc', title: 'The fall', way: 'both', spoilt: 'twice' });
  await until(async () => expect(await titles()).toEqual(['The fall']));
  const [message] = await shown('clips');
  expect(message?.embeds[0]?.url).toMatch(/^https:\/\/kickbot\.com\/clip\/[\w-]+$/);
  expect(JSON.stringify(message)).toContain('xqc');
  await until(() => expect(pushes().map(({ status }) => status)).toContain(409));
});

it('of the chosen people, from any source; a forged or late one is refused', async () => {
  await set({ clipperCategories: ['vip'] });
  kick('kickbot-clip', { by: 'kettlecorn', title: 'By anybody', way: 'chat' });
  kick('kickbot-clip', { by: 'kettlecorn', title: 'By anybody, pushed', way: 'push' });
  for (const spoilt of ['forged', 'stale', 'early', 'tampered', 'unsigned'])
    kick('kickbot-clip', { by: 'xqc', title: spoilt, way: 'push', spoilt });
  kick('kickbot-clip', { by: 'xqc', title: 'Nobody is named', way: 'chat', names: false });
  kick('kickbot-clip', { by: 'xqc', title: 'Told by the partner', way: 'push' });
  await until(async () => expect(await titles()).toEqual(['Nobody is named', 'The fall', 'Told by the partner']));
  const named = (await shown('clips')).find(({ embeds }) => JSON.stringify(embeds).includes('Nobody is named'));
  expect(JSON.stringify(named)).toMatch(/kickbot-hls\/[\w-]+\/first_frame\.jpg/);
  await until(() =>
    expect(pushes().flatMap(({ how, status }) => (how === 'well' || how === 'twice' ? [] : [status]))).toEqual(
      Array.from({ length: 5 }, () => 401),
    ),
  );
  const { rows } = await api.ctx.db.execute(
    `select reason from deliveries where kind = 'clip' and state = 'skipped' order by 1`,
  );
  expect(rows).toEqual([{ reason: 'filter' }, { reason: 'filter' }]);
});

it('a clip made seconds after a server asked for clips of a running stream is posted', async () => {
  const address = { params: { guildId: nightCity, platform: 'kick', streamer: 'xqc' }, query: {} } as const;
  await api.call(notifications.addStreamer, { ...address, body: {} }, token);
  kick('go-live', { who: 'xqc', title: 'On already' });
  const isLive = `select 1 from stream_sessions where offline_since is null`;
  await until(async () => expect((await api.ctx.db.execute(isLive)).rows).toHaveLength(2));
  await until(() => expect(heard()).toBe(13));
  await api.call(
    notifications.updateStreamer,
    { ...address, body: { clipEnabled: true, clipChannelId: rooms.clips } as never },
    token,
  );
  // Waits for the chat's lines and its bans.
  await until(() => expect(heard()).toBe(15));
  kick('kickbot-clip', { who: 'xqc', by: 'kettlecorn', title: 'Asked for just now', way: 'chat' });
  await until(async () => expect(await titles()).toContain('Asked for just now'));
  kick('end', { who: 'xqc' });
});

it("the dashboard's test goes to the channel for these clips and pings no one; without a channel it explains that", async () => {
  const test = async (type: 'clip' | 'vod', streamerUserName = 'nordwind', body: object = {}) =>
    await api.call(
      serverParts.testKickbot,
      { params: { guildId: nightCity, type }, query: { streamerUserName }, body },
      token,
    );
  const before = (await shown('clips')).length;
  expect(await test('clip')).toMatchObject({ status: 200 });
  await until(async () => expect(await shown('clips')).toHaveLength(before + 1));
  // Tests a channel that is selected but not saved yet.
  const lines = (await shown('log')).length;
  expect(await test('clip', 'nordwind', { clipChannelId: rooms.log })).toMatchObject({ status: 200 });
  await until(async () => expect(await shown('log')).toHaveLength(lines + 1));
  expect(await test('vod')).toMatchObject({ status: 409, json: { error: expect.stringContaining('channel') } });
  expect((await test('clip', 'nobody')).status).toBe(404);
});

it('the chat is left a while after the stream; its bans are still logged', async () => {
  kick('end', {});
  await until(async () => {
    const { rows } = await api.ctx.db.execute(`select 1 from stream_sessions where offline_since is null`);
    expect(rows).toEqual([]);
  });
  await api.pass(minutes(30));
  await until(async () => {
    await leaveChats(api.ctx);
    // Five topics for each of two channels, and two for the log.
    expect(heard()).toBe(12);
  });
});

import { type Move, moving, notifications, type PostChannels } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Other bots' posts in simulated channels become streamers of the server. */
let api: TestApi;
let token: string;
let room: string;
let videos: string;

const patience = { timeout: 60_000, interval: 20 };
const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const addChannel = async (name: string) =>
  ((await discord('add-channel', { guild_id: nightCity, name })) as { id: string }).id;
const post = async (bot: string, who: string, more: object = {}) =>
  (await discord('other-bot', { channel_id: room, bot, who, ...more })) as { messages: { id: string }[] };
async function upload(title: string): Promise<string> {
  const answer = await api.sim.worlds.get('youtube')?.controls['upload']?.({ who: 'kelpforest', title });
  return (answer as { video_id: string }).video_id;
}
const application = () =>
  [...api.sim.discord.state.applications.values()].find(({ botId }) => botId === api.ctx.config.discord.clientId);
const hideContent = async () => {
  const { id = '', privilegedIntents = 0 } = application() ?? {};
  await discord('application', { application_id: id, privileged_intents: privilegedIntents & ~(1 << 15) });
};
/** Logs in another manager of the server, who does not own the installation. */
const otherManager = async () => {
  const role = (await discord('add-role', { guild_id: nightCity, name: 'Managers', permissions: '32' })) as {
    id: string;
  };
  await discord('join', { guild_id: nightCity, user_id: somebodyElse });
  await discord('member', { guild_id: nightCity, user_id: somebodyElse, roles: [role.id] });
  return await api.logIn(somebodyElse);
};
/** Removes the bot's permission to read the message history. */
const hideHistory = async (channelId: string) => {
  const role = [...(api.sim.discord.state.guilds.get(nightCity)?.roles.values() ?? [])].find(
    ({ tags }) => tags?.bot_id === api.ctx.config.discord.clientId,
  );
  await discord('change-channel', {
    channel_id: channelId,
    permission_overwrites: [{ id: role?.id, type: 0, allow: '0', deny: String(1n << 16n) }],
  });
};
const messageOf = ({ json }: { json: { error?: unknown } }) => json.error;

const start = async (channelIds: readonly string[], { depth = 100, as = token } = {}) =>
  await api.call(moving.readPosts, { ...inServer, body: { channelIds, depth } as never }, as);
const channels = async (as = token) => await api.call(moving.listPostChannels, inServer, as);
const get = async (move: Move) =>
  (await api.call(moving.getMove, { params: { guildId: nightCity, moveId: move.moveId } }, token)).json.data as Move;

const settled = async (move: Move): Promise<Move> =>
  await vi.waitFor(async () => {
    const now = await get(move);
    if (now.state === 'reading') await api.pass(seconds(1));
    expect(now.state).toBe('ready');
    return now;
  }, patience);
const read = async (channelIds: readonly string[], depth?: number): Promise<Move> => {
  const answer = await start(channelIds, depth === undefined ? {} : { depth });
  expect([answer.status, messageOf(answer)]).toEqual([200, undefined]);
  return await settled(answer.json.data as Move);
};
const lines = ({ candidates }: Move) =>
  candidates.map(
    ({ state, reason, channel, wrote, posts, botName }) =>
      `${reason ?? state}: ${channel?.displayName ?? wrote}, ${posts} of ${botName}`,
  );

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  [room, videos] = [await addChannel('live-now'), await addChannel('new-videos')];
});

it('posts of other bots become streamers, in their channel and with their ping', async () => {
  const role = (await discord('add-role', { guild_id: nightCity, name: 'Fans' })) as { id: string };
  await post('streamcord', 'tinwhistler', { count: 3, role_id: role.id });
  await post('red', 'xqc');
  await post('carl-bot', 'nordwind');
  const [one, two] = [await upload('First'), await upload('Second')];
  const { messages } = await post('yagpdb-videos', `${one} ${two}`, { channel_id: videos, count: 2 });
  await discord('say', { channel_id: room, user_id: '100000000000000001', content: 'https://kick.com/kettlecorn' });

  await channels();
  await api.pass(seconds(3));
  const offered = (await channels()).json.data as PostChannels;
  expect(offered.problem).toBeNull();
  expect(offered.channels.filter(({ posts }) => posts > 0)).toEqual([
    { channelId: room, canRead: true, posts: 4 },
    { channelId: videos, canRead: true, posts: 2 },
  ]);
  const move = await read([room, videos]);
  expect(lines(move)).toEqual([
    'found: TinWhistler, 3 of Streamcord',
    'found: Kelp Forest Radio, 2 of YAGPDB',
    'found: xQc, 1 of Red',
    'fewPosts: Nordwind, 1 of Carl-bot',
  ]);
  expect(move).toMatchObject({ kind: 'posts', progress: { what: 'creators' }, leftOut: [] });
  const [tin, kelp, , nord] = move.candidates;
  expect(tin).toMatchObject({ isTaken: true, channelId: room, pingRoleId: role.id, botUserId: '375805687529209857' });
  expect(kelp).toMatchObject({
    channelId: videos,
    pingRoleId: null,
    example: { channelId: videos, messageId: messages.at(-1)?.id },
  });
  expect(nord).toMatchObject({ isTaken: false });

  const params = { guildId: nightCity, moveId: move.moveId };
  await api.call(
    moving.changeMove,
    { params, body: { candidates: [{ candidateId: nord?.candidateId ?? '', isTaken: true }] } },
    token,
  );
  const done = await api.call(moving.applyMove, { params }, token);
  expect(done.json.data).toEqual({ added: 4, skipped: [] });
  const list = await api.call(
    notifications.listStreamers,
    { params: { guildId: nightCity, platform: 'twitch' }, query: {} },
    token,
  );
  expect(JSON.stringify(list.json.data)).toContain(role.id);
  const stored = await api.ctx.db.execute('select candidates::text as words from moves');
  expect(JSON.stringify(stored.rows)).not.toContain('is now live');
});

it('without the intent Discord hides the posts, and only the owner of the installation gets the link', async () => {
  await post('streamcord', 'tinwhistler', { count: 3 });
  await hideContent();
  const manager = await otherManager();
  expect((await channels(manager)).json.data).toMatchObject({ problem: 'contentHidden', portalUrl: null });
  const sentence =
    'Discord hides the messages of other bots from this one. The owner of this installation can switch on the Message Content Intent.';
  const refused = await start([room], { as: manager });
  expect([refused.status, messageOf(refused)]).toEqual([409, [sentence]]);
  const url = `https://discord.com/developers/applications/${application()?.id}/bot`;
  expect((await channels()).json.data).toMatchObject({ problem: 'contentHidden', portalUrl: url });
  expect(messageOf(await start([room]))).toEqual([`${sentence} Open Bot → Privileged Gateway Intents: ${url}`]);
});

it('a channel without readable history is named, and one that closes during reading is left out', async () => {
  await post('streamcord', 'tinwhistler', { count: 250 });
  await hideHistory(videos);
  const refused = await start([room, videos]);
  expect([refused.status, messageOf(refused)]).toEqual([
    409,
    'The bot cannot read #new-videos. Allow it Read Message History there.',
  ]);
  const answer = await start([room], { depth: 1_000 });
  const move = answer.json.data as Move;
  await vi.waitFor(async () => {
    expect((await get(move)).progress.read).toBeGreaterThanOrEqual(100);
  }, patience);
  await hideHistory(room);
  const now = await settled(move);
  expect(now.leftOut).toEqual([{ line: 0, wrote: '#live-now', reason: 'historyHidden' }]);
  expect(lines(now)[0]).toMatch(/^found: TinWhistler, (?:100|200) of Streamcord$/);
});

it('one person reads at a time, and a limit or an outage in between only delays the rest', async () => {
  await post('streamcord', 'tinwhistler nobody_at_all_here', { count: 120 });
  const route = 'GET /channels/*/messages';
  api.sim.faults.add({ world: 'discord', kind: 'rate-limit', route, retryAfter: 20, times: 1 });
  const first = (await start([room])).json.data as Move;
  expect(first).toMatchObject({ state: 'reading', progress: { what: 'messages', read: 0, of: 100 } });
  const busy = await start([videos], { as: await otherManager() });
  expect([busy.status, messageOf(busy)]).toEqual([
    409,
    'Another person is reading posts in this server. Try again in a minute.',
  ]);
  await api.pass(minutes(1));
  expect(lines(await settled(first))).toEqual([
    'found: TinWhistler, 50 of Streamcord',
    'notFound: https://www.twitch.tv/nobody_at_all_here, 50 of Streamcord',
  ]);
});

it('what Discord hides in the middle is said by channel, and what was read before stays', async () => {
  await post('streamcord', 'tinwhistler', { count: 250 });
  const move = (await start([room], { depth: 500 })).json.data as Move;
  await vi.waitFor(async () => expect((await get(move)).progress.read).toBeGreaterThanOrEqual(100), patience);
  await hideContent();
  const now = await settled(move);
  expect(now.leftOut).toEqual([{ line: 0, wrote: '#live-now', reason: 'contentHidden' }]);
  expect(lines(now)[0]).toMatch(/^found: TinWhistler, (?:100|200) of Streamcord$/);
});

it('the deepest reading also finds older posts, as soon as Discord has indexed the server', async () => {
  await post('streamcord', 'xqc', { count: 30 });
  await post('carl-bot', 'kettlecorn', { count: 1_000 });
  const move = await read([room], 1_000);
  expect(lines(move)).toEqual(['found: kettlecorn, 1000 of Carl-bot', 'found: xQc, 30 of Streamcord']);
});

it('odd requests are refused with the field', async () => {
  const status = async (body: object) =>
    (await api.request('POST', `/data/guild/${nightCity}/moving/posts`, { token, body })).status;
  expect(await status({ channelIds: [] })).toBe(400);
  expect(await status({ channelIds: [room], depth: 99 })).toBe(400);
  expect(await status({ channelIds: [room], depth: 1_001 })).toBe(400);
  expect(await status({ channelIds: Array.from({ length: 11 }, (_, place) => `${place}00000000000000000`) })).toBe(400);
  expect(await status({ channelIds: ['123456789012345678'] })).toBe(400);
});

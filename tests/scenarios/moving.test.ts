import { type Candidate, type Move, moving, notifications, type Platform } from '@tally/contract';
import { hours, seconds } from '@tally/kernel';
import { nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** A person imports a list of creators. The tests use the page's calls and the simulated channel. */
let api: TestApi;
let token: string;
let room: string;

const patience = { timeout: 60_000, interval: 50 };
const inServer = { params: { guildId: nightCity } };
const ofMove = ({ moveId }: { moveId: string }) => ({ params: { guildId: nightCity, moveId } });
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const world = (platform: Platform, action: string, body: object) =>
  api.sim.worlds.get(platform)?.controls[action]?.(body);
const posts = () => [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])];
const good = ({ status, json }: { status: number; json: { data?: unknown; error?: unknown } }) => {
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data;
};

const read = async (text: string, platform?: Platform) =>
  good(await api.call(moving.readList, { ...inServer, body: { text, platform } }, token)) as Move;
const get = async (move: Move) => good(await api.call(moving.getMove, ofMove(move), token)) as Move;
const change = async (move: Move, candidates: object[]) =>
  good(await api.call(moving.changeMove, { ...ofMove(move), body: { candidates } as never }, token)) as Move;
const apply = async (move: Move) => await api.call(moving.applyMove, ofMove(move), token);
const remove = async (move: Move) => await api.call(moving.removeMove, ofMove(move), token);

/** Waits until every platform has answered. */
const settled = async (move: Move): Promise<Move> =>
  await vi.waitFor(async () => {
    const now = await get(move);
    if (now.state === 'reading') await api.pass(seconds(1));
    expect(now.state).toBe('ready');
    return now;
  }, patience);
const lines = ({ candidates }: Move) =>
  candidates.map(({ state, platform, channel, wrote }) => `${state} ${platform} ${channel?.displayName ?? wrote}`);
const into = (move: Move, more: object = {}) =>
  move.candidates.map(({ candidateId }) => ({ candidateId, channelId: room, ...more }));
const followed = async (platform: Platform) => {
  const data = good(
    await api.call(notifications.listStreamers, { params: { guildId: nightCity, platform }, query: {} }, token),
  );
  return (data as { streamers: { streamerUserName: string }[] }).streamers.map((each) => each.streamerUserName);
};

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
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'live-now' })) as { id: string }).id;
});

it('names and links of every platform become one list; the next streams are posted, running ones are not', async () => {
  world('kick', 'go-live', { who: 'xqc', title: 'Running already' });
  const text = [
    '1. https://kick.com/xqc',
    '- <https://www.twitch.tv/xQc>',
    '[Kelp Forest](https://www.youtube.com/@kelpforest) https://www.tiktok.com/@PixelPastor',
    'https://rumble.com/c/HarborRadio',
    'Twitch: nobody_at_all_here',
    'https://kick.com/xQc?ref=1 https://www.youtube.com/playlist?list=PL1',
    '# Kick',
    'nordwind',
  ].join('\n');
  const move = await settled(await read(text));
  expect(lines(move)).toEqual([
    'found kick xqc',
    'found twitch xQc',
    'found youtube Kelp Forest Radio',
    'found tiktok Pixel Pastor',
    'found rumble Harbor Radio',
    'found kick Nordwind',
    'notFound twitch nobody_at_all_here',
  ]);
  expect(move.leftOut.map(({ reason }) => reason).toSorted()).toEqual(['nameless', 'twice']);
  const refused = await apply(move);
  expect([refused.status, refused.json.error]).toEqual([400, ['Choose a channel for each creator first.']]);
  await change(move, into(move));
  expect(good(await apply(move))).toEqual({ added: 6, skipped: [] });
  expect(good(await apply(move))).toEqual({ added: 6, skipped: [] });
  expect(await followed('kick')).toEqual(['nordwind', 'xqc']);

  world('kick', 'go-live', { who: 'nordwind', title: 'New one' });
  await vi.waitFor(async () => {
    await api.pass(seconds(5));
    expect(posts()).toHaveLength(1);
  }, patience);
  expect(JSON.stringify(posts())).toContain('New one');
});

it('links to videos, clips and shares name their creators, and dead links do not', async () => {
  const { stream_id } = world('twitch', 'go-live', { who: 'tinwhistler' }) as { stream_id: string };
  const { path } = world('rumble', 'upload', { who: 'c/harborradio', title: 'Low Tide' }) as { path: string };
  const share = (about: object) =>
    (world('tiktok', 'shorten', { who: 'pixelpastor', ...about }) as { url: string }).url;
  const elsewhere = 'https://www.tiktok.com.evil.example/@pixelpastor';
  const text = [
    `https://www.twitch.tv/videos/${Number(stream_id) + 1 - 39_000_000_000}?t=5m`,
    'https://clips.twitch.tv/CarefulLamp71092938',
    'https://clips.twitch.tv/NoSuchLamp twitch.tv/videos/123456',
    `https://rumble.com${path}?e9s=src_v1 https://rumble.com/v0gone0-a-deleted-video.html`,
    share({}),
    share({ to: elsewhere }),
    'https://vt.tiktok.com/ZMnothing/',
  ].join('\n');
  const move = await settled(await read(text));
  expect(lines(move).filter((line) => line.startsWith('found'))).toEqual([
    'found twitch TinWhistler',
    'found twitch xQc',
    'found rumble Harbor Radio',
    'found tiktok Pixel Pastor',
  ]);
  expect(lines(move).filter((line) => line.startsWith('notFound'))).toHaveLength(5);
  const lone = share({ to: 'https://www.tiktok.com/@/video/1?_r=1', host: 'www.tiktok.com' });
  expect(lines(await settled(await read(`${lone} ${share({ to: share({}) })}`)))).toEqual([
    'found tiktok Pixel Pastor',
    `notFound tiktok ${lone}`,
  ]);
});

it('an unclear name is looked up on the chosen platform; a name with two channels needs a choice', async () => {
  const move = await settled(await read('xqc\nrumble: quietpines'));
  expect(lines(move)).toEqual(['unsure null xqc', 'unsure rumble quietpines']);
  expect(move.candidates.map(({ reason }) => reason)).toEqual(['noPlatform', 'several']);
  const [{ candidateId: nameless }, { candidateId: namesake }] = move.candidates as [Candidate, Candidate];
  await change(move, [
    { candidateId: nameless, platform: 'kick' },
    { candidateId: namesake, rumbleType: 'user' },
  ]);
  const found = await settled(move);
  expect(found.candidates.map(({ state, channel }) => [state, channel?.url])).toEqual([
    ['found', 'https://kick.com/xqc'],
    ['found', 'https://rumble.com/user/quietpines'],
  ]);
  await change(move, [{ candidateId: nameless, streamerUserName: 'https://www.twitch.tv/xqc' }]);
  expect(lines(await settled(move))).toContain('found twitch xQc');
});

it('undo removes added streamers and keeps those that were changed since', async () => {
  const move = await settled(await read('xqc nordwind kettlecorn', 'kick'));
  await change(move, into(move));
  good(await apply(move));
  const params = { guildId: nightCity, platform: 'kick', streamer: 'nordwind' } as const;
  good(
    await api.call(notifications.updateStreamer, { params, query: {}, body: { deleteEmbeds: true } as never }, token),
  );
  expect(good(await remove(move))).toBe(
    '2 streamers have been removed. 1 stays, because it was changed or removed since.',
  );
  expect(await followed('kick')).toEqual(['nordwind']);
  expect(good(await remove(move))).toBe('Nothing was removed.');
  const again = await settled(await read('xqc nordwind', 'kick'));
  expect(lines(again)).toEqual(['found kick xqc', 'followed kick Nordwind']);
});

it('while a platform is down its names wait, and the others can be followed', async () => {
  api.sim.faults.add({ world: 'twitch', kind: 'outage' });
  const first = await read('kick.com/xqc twitch.tv/xqc');
  await vi.waitFor(async () => expect(lines(await get(first))).toContain('found kick xqc'), patience);
  expect(lines(await get(first))).toContain('waiting twitch twitch.tv/xqc');
  await change(first, into(first));
  expect(good(await apply(first))).toEqual({ added: 1, skipped: [] });
  api.sim.faults.clear();
  const move = await settled(first);
  expect(lines(move)).toEqual(['found twitch xQc', 'followed kick xqc']);
  expect(good(await apply(move))).toEqual({ added: 2, skipped: [] });
});

it('a list belongs to the person who made it, for a day', async () => {
  const move = await read('xqc', 'kick');
  const stranger = await api.logIn(somebodyElse);
  expect((await api.call(moving.getMove, ofMove(move), stranger)).status).toBe(404);
  expect((await api.call(moving.getMove, ofMove({ moveId: 'nothing' }), token)).status).toBe(404);
  const second = await read('nordwind', 'kick');
  expect((await api.call(moving.getMove, ofMove(move), token)).status).toBe(404);
  const listed = good(await api.call(moving.listMoves, inServer, token)) as Move[];
  expect(listed.map(({ moveId }) => moveId)).toEqual([second.moveId]);
  await api.pass(hours(24) + 1);
  expect((await api.call(moving.getMove, ofMove(second), token)).status).toBe(404);
});

it('odd texts are refused with a reason', async () => {
  const refused = async (text: string) => {
    const path = `/data/guild/${nightCity}/moving/list`;
    const { status, json } = await api.request('POST', path, { token, body: { text } });
    return [status, json.error];
  };
  expect(await refused('a\0b')).toEqual([400, [expect.stringContaining('text: ')]]);
  expect((await refused(''))[0]).toBe(400);
  expect((await refused('a'.repeat(1_048_577)))[0]).toBe(400);
  expect((await refused('a'.repeat(5_000_000)))[0]).toBe(413);
  const hostile = ['https://twitch.tv/../kick.com', 'https://twitch.tv/ada\u202Eevil', 'javascript:kick.com/xqc'];
  const odd = await settled(await read(hostile.join('\n')));
  expect([lines(odd), odd.leftOut.map(({ reason }) => reason)]).toEqual([[], ['unreadable', 'nameless', 'nameless']]);
  const nothing = await apply(await read('# nothing here'));
  expect([nothing.status, nothing.json.error]).toEqual([400, ['Choose at least one creator first.']]);
});

it('an owner of the installation gets every server in one zip; other developers and managers do not', async () => {
  const ask = async (asking: string) =>
    await api.request('POST', '/admin/settings-files/export', { token: asking, body: { reason: 'A new machine' } });
  await api.ctx.db.execute(
    "insert into servers (id, name, member_count, joined_at) values ('802000000000000000', 'Harbour', 20, now())",
  );
  const zip = await ask(token);
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
  for (const server of [nightCity, '802000000000000000']) expect(zip.text).toContain(`${server}.json`);
  expect(zip.text.match(/"format": "tally-settings"/g)).toHaveLength(2);

  const other = await api.logIn(somebodyElse);
  expect((await ask(other)).status).toBe(403);
  const body = { flags: ['Developer'], reason: 'Helps out' };
  good(await api.request('PUT', `/admin/people/${somebodyElse}/flags`, { token, body }));
  api.clock.move(seconds(6));
  expect((await ask(other)).json).toMatchObject({ status: 403, code: 'ownersOnly' });
});

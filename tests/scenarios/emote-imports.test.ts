import { type EmoteImportDetails, emoteImports, errorLogs, type ImportResult, notifications } from '@tally/contract';
import { minutes, systemTimers, UpstreamError } from '@tally/kernel';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { createTypist, textOf } from '@tally/tests/typist';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Emotes of a channel become emojis of Night City. The test counts them in Discord. */
let api: TestApi;
let token: string;
let still: Buffer;
let moving: Buffer;
let movedMs = 0;
const limitTimers = { ...systemTimers, nowMs: () => systemTimers.nowMs() + movedMs };
/** Moves the clocks of the program, of Discord, and of its limits. */
const pass = async (ms: number) => {
  movedMs += ms;
  await api.pass(ms);
};

const inServer = { params: { guildId: nightCity } };
const at = { guildId: nightCity, platform: 'kick', streamer: 'choo' } as const;
const server = () => {
  const guild = api.sim.discord.state.guilds.get(nightCity);
  if (!guild) throw new Error('Night City is gone');
  return guild;
};
const emojis = () => [...server().emojis.values()];
const names = () => emojis().map(({ name }) => name);
/** The pictures of these emote ids at Kick. */
const [STILL, MOVING, PAGE] = ['1', '2', '3'];
const pick = (name: string, id = STILL) => ({ name, url: `https://files.kick.com/emotes/${id}/fullsize` });
const picks = (count: number, start = 'e') => Array.from({ length: count }, (_, index) => pick(`${start}_${index}`));

const begin = async (normal: readonly object[], animated: readonly object[] = [], lockToSubIfSet = false) =>
  await api.call(
    emoteImports.importEmotes,
    { params: at, body: { emojis: { normal, animated } as never, lockToSubIfSet } },
    token,
  );
const start = async (...how: Parameters<typeof begin>) => {
  const { status, json } = await begin(...how);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data as ImportResult;
};
const details = async (importId: string) => {
  const { json } = await api.call(emoteImports.getImport, { params: { guildId: nightCity, importId } }, token);
  return json.data as EmoteImportDetails;
};
const reaches = async (importId: string, state: string) =>
  await vi.waitFor(
    async () => {
      const now = await details(importId);
      expect(now.state).toBe(state);
      return now;
    },
    { timeout: 60_000 },
  );
const change = async (how: 'resumeImport' | 'cancelImport' | 'undoImport', importId: string) =>
  await api.call(emoteImports[how], { params: { guildId: nightCity, importId } }, token);
const troubles = async () => {
  const { json } = await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token);
  return json.data as { message: string; action: { kind: string } | null; solvedTime: number | null }[];
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, limitTimers, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http' } });
  const frame = (shade: string) => sharp({ create: { width: 32, height: 32, channels: 3, background: shade } });
  still = await frame('red').png().toBuffer();
  const two = [await frame('red').png().toBuffer(), await frame('blue').png().toBuffer()];
  moving = await sharp(two, { join: { animated: true } })
    .webp()
    .toBuffer();
  const bytes = api.ctx.http.bytes.bind(api.ctx.http);
  vi.spyOn(api.ctx.http, 'bytes').mockImplementation(async (call) => {
    const id = /\/emotes\/(\d)\/fullsize$/.exec(String(call.url))?.[1];
    const file = { [STILL]: still, [MOVING]: moving, [PAGE]: Buffer.from('<!doctype html>') }[id ?? ''];
    return call.world === 'emotes' && file ? { status: 200, headers: {}, data: file } : await bytes(call);
  });
});
beforeEach(async () => {
  await api.reset();
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  server().premium_tier = 1;
  Object.assign(api.sim.discord.limits.settings, { enabled: true, global: 100_000 });
});
afterAll(async () => {
  await api.close();
});

it('60 emotes meet the limit of 50 and continue an hour later', async () => {
  const { importId } = await start(picks(60));
  const paused = await reaches(importId, 'waiting');
  expect([names().length, paused.done, paused.waiting]).toEqual([50, 50, 10]);
  expect(paused.resumesAt).toBeTruthy();
  const leftMs = new Date(String(paused.resumesAt)).getTime() - api.clock.now().getTime();
  expect(Math.round(leftMs / minutes(1))).toBe(60);
  await pass(minutes(59));
  expect((await details(importId)).done).toBe(50);
  await pass(minutes(2));
  expect(await reaches(importId, 'done')).toMatchObject({ done: 60, waiting: 0, failed: 0, resumesAt: null });
  expect(new Set(names()).size).toBe(60);
  // The program exceeded Discord's limit once, and did not call again before the time that Discord had set.
  expect(api.sim.discord.stats.byStatus[429]).toBe(1);
});

it('an answer of Discord that is lost makes no second emoji', async () => {
  const { servers } = api.ctx.discord;
  const lost = vi.spyOn(servers, 'createEmoji').mockImplementation(async (about) => {
    lost.mockRestore();
    await servers.createEmoji(about);
    throw new UpstreamError({ world: 'discord', kind: 'down', message: 'no answer' });
  });
  const { importId } = await start(picks(3));
  await vi.waitFor(async () => expect((await details(importId)).resumesAt).not.toBeNull(), 60_000);
  expect([names(), (await details(importId)).done]).toEqual([['e_0'], 0]);
  await pass(minutes(1));
  const over = await reaches(importId, 'done');
  expect([names(), over.done, over.failed]).toEqual([['e_0', 'e_1', 'e_2'], 3, 0]);
  expect(over.emotes.map(({ emojiId }) => emojiId)).toEqual(emojis().map(({ id }) => id));
});

it('slots that others fill end one kind and not the other; with more slots the remaining ones are added', async () => {
  server().premium_tier = 0;
  await reaches((await start(picks(49, 'old'))).importId, 'done');
  await pass(minutes(61));
  const { importId } = await start([pick('a1'), pick('a2'), pick('a3')], [pick('moving_1', MOVING)]);
  const over = await reaches(importId, 'done');
  expect(over.emotes.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['a1', 'done', null],
    ['a2', 'failed', 'noPlace'],
    ['a3', 'failed', 'noPlace'],
    ['moving_1', 'done', null],
  ]);
  expect(over.emotes[1]?.message).toBe('No free slot for another emoji of this kind.');
  server().premium_tier = 1;
  expect((await change('resumeImport', importId)).status).toBe(200);
  expect(await reaches(importId, 'done')).toMatchObject({ done: 4, failed: 0 });
});

it('shows why an emote cannot be added, and marks a name that another emote has', async () => {
  await reaches((await start([pick('taken')])).importId, 'done');
  const { importId, succeded, failed } = await start([
    pick('taken'),
    pick('page', PAGE),
    { name: 'elsewhere', url: 'https://127.0.0.1/emotes/1/fullsize' },
    { name: 'hi-5', url: pick('x').url },
    { name: 'hi_5', url: pick('x').url },
  ]);
  const over = await reaches(importId, 'done');
  expect(over.emotes.map(({ name, emoteName, reason }) => [emoteName, name, reason])).toEqual([
    ['taken', 'taken', 'nameTaken'],
    ['page', 'page', 'unreadable'],
    ['elsewhere', 'elsewhere', 'noPicture'],
    ['hi-5', 'hi_5', null],
    ['hi_5', 'hi_5_2', null],
  ]);
  expect([succeded.normal, failed.normal]).toEqual([
    ['hi-5', 'hi_5'],
    ['taken', 'page', 'elsewhere'],
  ]);
});

it('undo deletes the emotes that the import created, and no others', async () => {
  const { importId } = await start([pick('ours_1'), pick('ours_2')]);
  await reaches(importId, 'done');
  const [first, second] = emojis();
  if (!first || !second) throw new Error('Nothing was added');
  // A person deletes one emoji and creates another one with the same name.
  server().emojis.delete(first.id);
  server().emojis.set('1', { ...first, id: '1', userId: '9' });
  expect((await change('undoImport', importId)).status).toBe(200);
  expect(await reaches(importId, 'undone')).toMatchObject({ done: 0 });
  expect(emojis().map(({ id, name }) => [id, name])).toEqual([['1', 'ours_1']]);
  expect(api.sim.discord.state.requests.findLast(({ method }) => method === 'DELETE')?.reason).toBe(
    'Import of choo undone',
  );
  expect((await change('undoImport', importId)).status).toBe(409);
});

it('without the emoji permission it stops, reports once how to fix it, and resumes when it is granted', async () => {
  const roles = [...server().roles.values()];
  const before = roles.map(({ permissions }) => permissions);
  for (const role of roles) role.permissions = '0';
  const { importId } = await start(picks(2));
  await reaches(importId, 'stopped');
  const told = await troubles();
  expect(told.map(({ action }) => action?.kind)).toEqual(['grantPermissions']);
  expect(told[0]?.message).toMatch(/emojis of this server/);
  // The first import uses this server's only slot for imports.
  expect((await begin(picks(1))).json.code).toBe('conflict');
  roles.forEach((role, index) => (role.permissions = before[index] ?? '0'));
  await change('resumeImport', importId);
  expect(await reaches(importId, 'done')).toMatchObject({ done: 2 });
});

it('cancelled while it waits, it adds no more; another one may begin', async () => {
  const { importId } = await start(picks(52));
  await reaches(importId, 'waiting');
  expect((await change('cancelImport', importId)).status).toBe(200);
  await pass(minutes(61));
  await reaches((await start([pick('next')])).importId, 'done');
  expect([names().length, (await details(importId)).state]).toEqual([51, 'cancelled']);
});

it('locked, they are for the role of the streamer’s subscribers', async () => {
  const roleId = [...server().roles.values()].find(({ name }) => name === 'VIP')?.id ?? '';
  const params = { ...at, streamer: 'xqc' };
  const followed = await api.call(
    notifications.addStreamer,
    { params, query: {}, body: { subscriberRoleId: roleId } as never },
    token,
  );
  expect(followed.status).toBe(200);
  const asked = { params, body: { emojis: { normal: [pick('sub_1')], animated: [] }, lockToSubIfSet: true } };
  const { json } = await api.call(emoteImports.importEmotes, asked, token);
  await reaches((json.data as ImportResult).importId, 'done');
  expect(emojis().map(({ name, roles }) => [name, roles])).toEqual([['sub_1', [roleId]]]);
  const options = await api.call(emoteImports.getImportOptions, { params, query: { kickEmojis: true } }, token);
  const { kickEmojis, ...rest } = options.json.data as { kickEmojis: { name: string }[] };
  expect(rest).toEqual({ canAdd: { animated: 100, normal: 99 }, subRole: roleId });
  expect(kickEmojis.map(({ name }) => name)).toContain('Juicer');
  // The role is deleted, so the import stops instead of making the emotes available to everyone.
  api.sim.discord.controls['remove-role']?.({ guild_id: nightCity, role_id: roleId });
  const lost = await api.call(
    emoteImports.importEmotes,
    { params, body: { emojis: { normal: [pick('sub_2')], animated: [] }, lockToSubIfSet: true } },
    token,
  );
  const { importId } = lost.json.data as ImportResult;
  await reaches(importId, 'stopped');
  expect((await troubles()).map(({ action }) => action?.kind)).toEqual(['chooseRole']);
  expect(names()).toEqual(['sub_1']);
  await change('cancelImport', importId);
  // This creator has no subscribers, so there is no role to restrict the emotes to.
  await reaches((await start([pick('free_1')], [], true)).importId, 'done');
  expect(emojis().at(-1)?.roles).toEqual([]);
});

it('locking to subscribers is refused without its flag, and adds nothing', async () => {
  const roleId = [...server().roles.values()].find(({ name }) => name === 'VIP')?.id ?? '';
  const params = { ...at, streamer: 'xqc' };
  const body = { subscriberRoleId: roleId } as never;
  expect((await api.call(notifications.addStreamer, { params, query: {}, body }, token)).status).toBe(200);
  Object.assign(api.ctx.config, { PLANS: 'tiers' });
  try {
    const ask = async (lockToSubIfSet: boolean) =>
      await api.call(
        emoteImports.importEmotes,
        { params, body: { emojis: { normal: [pick('sub_1')], animated: [] }, lockToSubIfSet } },
        token,
      );
    expect((await ask(true)).json).toMatchObject({ status: 403, code: 'premiumRequired' });
    expect((await api.call(emoteImports.listImports, inServer, token)).json.data).toEqual([]);
    expect(names()).toEqual([]);
    // Without the restriction, the free plan is sufficient.
    await reaches(((await ask(false)).json.data as ImportResult).importId, 'done');
    expect(names()).toEqual(['sub_1']);
  } finally {
    Object.assign(api.ctx.config, { PLANS: 'unlimited' });
  }
});

it("a command adds a channel's emotes as far as they fit, and lists the imports", async () => {
  const room = (await api.sim.discord.controls['add-channel']?.({ guild_id: nightCity, name: 'commands' })) as {
    id: string;
  };
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
  const typist = createTypist(api, room.id);
  const say = async (path: string, options: object = {}) => textOf(await typist.run(path, options));
  expect(await say('emotes list')).toContain('Nothing has been imported yet.');
  server().premium_tier = 0;
  for (let at = 0; at < 98; at += 1) {
    server().emojis.set(`${at}`, {
      id: `${at}`,
      name: `full_${at}`,
      animated: at % 2 === 0,
      roles: [],
      managed: false,
      available: true,
      require_colons: true,
      userId: '9',
    });
  }
  expect(await say('emotes import', { platform: 'kick', streamer: 'xqc' })).toMatch(/added, \d not added, \d to come/);
  const { json } = await api.call(emoteImports.listImports, inServer, token);
  const [made] = json.data as { id: string }[];
  await reaches(made?.id ?? '', 'done');
  expect((await details(made?.id ?? '')).emotes.length).toBe(2);
  expect(await say('emotes list')).toContain('**xqc** · finished');
});

import {
  account,
  type MediaRoom,
  type MediaShareBody,
  mediaSharing,
  type PlayerSnapshot,
  type PublicMediaRoom,
  UserId,
} from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { type Answer, demoUser, type TestApi, testApi } from '@tally/tests/api';
import { type EventPage, openEvents } from '@tally/tests/event-page';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runChatCommand } from '../../packages/features/src/media-sharing/service/chat/chat-command.ts';

/** A viewer tries everything in their power to spoil a stream. */
let api: TestApi;
let owner: string;
let troll: string;
let trollId: string;
const waiting = { timeout: 60_000, interval: 20 };
const control = (world: string, action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body) as Record<string, string>;
const own = { params: { userId: UserId.parse(demoUser) } } as const;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.ctx.db.execute('delete from media_rooms');
  owner = await api.logIn();
  const username = `troll${Math.floor(performance.now())}`;
  const made = (await api.sim.discord.controls['add-user']?.({ username })) as { id: string } | undefined;
  trollId = made?.id ?? '';
  troll = await api.logIn(trollId);
  await set({ enabled: true, settings: { approval: 'nobody', secondsBetween: 0, perPerson: 50 } });
});
const pages: { leave(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.leave()));
});

const ok = (answer: Answer): Answer => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer;
};
const set = async (mediaShare: MediaShareBody) =>
  ok(await api.call(account.updateUser, { ...own, body: { mediaShare } }, owner));
const upload = (title: string, more: object = {}): string =>
  control('youtube', 'upload', { who: 'mkbhd', title, seconds: 200, ...more })['video_id'] ?? '';
const linkTo = (id: string): string => `https://youtu.be/${id}`;
const room = async () => ok(await api.call(mediaSharing.getMediaRoom, own, owner)).json.data as MediaRoom;
const publicRoom = async () =>
  ok(await api.request('GET', `/data/media/rooms/${demoUser}`, { token: troll })).json.data as PublicMediaRoom;
const request = async (text: string, more: object = {}) =>
  await api.request('POST', `/data/media/rooms/${demoUser}/requests`, { token: troll, body: { text, ...more } });
const said = (answer: Answer): string =>
  [(answer.json.data ?? answer.json.error) as string | string[]].flat().join(' ');
const press = async (action: 'play' | 'skip' | 'clear', token: string) =>
  await api.call(mediaSharing.controlPlayer, { params: { ...own.params, action }, body: {} }, token);

async function address(): Promise<string> {
  const { url } = ok(await api.call(mediaSharing.renewPlayerAddress, own, owner)).json.data as { url: string };
  return url.split('/').at(-1) ?? '';
}
async function openPlayer(token: string, tab = 'obs'): Promise<EventPage<PlayerSnapshot>> {
  const url = `http://127.0.0.1:${api.ctx.config.API_PORT}/data/media/player/${token}/live?tab=${tab}`;
  const page = await openEvents<PlayerSnapshot>(url);
  pages.push(page);
  return page;
}
const see = (page: EventPage<PlayerSnapshot>, part: object) =>
  vi.waitFor(() => expect(page.events.at(-1)).toMatchObject(part), waiting);

describe('floods', () => {
  it('with two hundred requests at once, no more than the limits let through, and each refusal is a sentence', async () => {
    await set({ settings: { approval: 'nobody', secondsBetween: 60, perPerson: 1 } });
    const ids = Array.from({ length: 40 }, (_, at) => upload(`Flood ${at}`));
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => request(linkTo(ids[at % 40] ?? ''))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]));
    for (const answer of others) expect(said(answer)).toMatch(/^You (can request again in|have)/);
    const { queue, pending, playing } = await room();
    expect([queue.length, pending.length, playing?.title]).toEqual([0, 0, expect.stringContaining('Flood')]);
  });

  it('fill no more than the queue, from any sender', async () => {
    await set({ settings: { queueLimit: 5, secondsBetween: 0, approval: 'everyone' } });
    const lines = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const sender = { id: `alt-${at}`, name: `Alt ${at}`, roles: [] };
        return runChatCommand(api.ctx, {
          owner: demoUser as never,
          origin: 'kick',
          sender,
          command: 'sr',
          argument: linkTo(upload(`Alt ${at}`)),
        });
      }),
    );
    expect(lines.filter((line) => line?.includes('is waiting for approval'))).toHaveLength(5);
    expect((await room()).pending).toHaveLength(5);
    for (const line of lines) expect(line?.length ?? 0).toBeLessThanOrEqual(500);
  });

  it('from new accounts are refused by their age', async () => {
    await set({ settings: { leastAccountDays: 30 } });
    expect(said(await request(linkTo(upload('From an alt'))))).toBe(
      'Your account is too new. It must be at least 30 days old.',
    );
  });
});

describe('words with hidden effects', () => {
  const evil = [
    ['a right-to-left override', '\u202Egpj.exe\u202C'],
    ['towers of signs', `Z${'\u0336\u0301'.repeat(60)}algo`],
    ['control signs', 'a\u0007b\u001b[31mc\u200b'],
    ['markup', '<script>alert(1)</script>'],
    ['a mention', '@everyone <@&1>'],
    ['very many letters', 'x'.repeat(100)],
  ] as const;

  it.each(evil)('%s in a title stay one harmless line', async (_what, title) => {
    ok(await request(linkTo(upload(title))));
    for (const shown of [(await room()).playing?.title ?? '', (await publicRoom()).playing?.title ?? '']) {
      expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(shown).not.toMatch(/\p{M}{3}/u);
      expect(shown.length).toBeLessThanOrEqual(80);
    }
  });

  it('an answer in a chat pings no one, is one line, and gives no command to another bot', async () => {
    const line = await runChatCommand(api.ctx, {
      owner: demoUser as never,
      origin: 'twitch',
      sender: { id: '1', name: '/ban @ada\nevil', roles: [] },
      command: 'sr',
      argument: linkTo(upload('/timeout @ada 600\n@everyone')),
    });
    expect(line).not.toMatch(/[@\n]/);
    expect(line).not.toMatch(/^[/.!]/);
  });

  it('a banned word is found however it is written', async () => {
    await set({ settings: { bannedWords: ['slur'] } });
    expect(said(await request(linkTo(upload('a ＳＬＵＲ\u200b!'))))).toBe(
      'The title or the name contains a banned word.',
    );
  });
});

describe('other people’s rooms and requests', () => {
  it('stays closed: rooms, players, addresses, bans, settings', async () => {
    ok(await request(linkTo(upload('Mine'))));
    const itemId = (await room()).playing?.itemId ?? '';
    const tries: [string, string, object?][] = [
      ['GET', `/data/media/${demoUser}`],
      ['GET', `/data/media/${demoUser}/live`],
      ['GET', `/data/media/${demoUser}/history`],
      ['GET', `/data/media/${demoUser}/bans`],
      ['GET', `/data/media/${demoUser}/player/address`],
      ['POST', `/data/media/${demoUser}/player/address`, {}],
      ['POST', `/data/media/${demoUser}/items`, { text: 'x' }],
      ['PUT', `/data/media/${demoUser}/items/${itemId}/approve`, {}],
      ['PUT', `/data/media/${demoUser}/player/skip`, {}],
      ['PUT', `/data/media/${demoUser}/volume`, { volume: 100 }],
      ['PUT', `/data/media/${demoUser}/modes`, { modes: [] }],
      ['POST', `/data/media/${demoUser}/bans`, { kind: 'person', where: 'discord', name: demoUser }],
      ['PATCH', `/data/user/${demoUser}`, { mediaShare: { enabled: false } }],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await api.request(method, path, { token: troll, ...(body ? { body } : {}) });
      expect([method, path, status]).toEqual([method, path, 403]);
      const stranger = await api.request(method, path, body ? { body } : {});
      expect([method, path, stranger.status]).toEqual([method, path, 401]);
    }
    expect((await room()).playing?.itemId).toBe(itemId);
  });

  it("another person's request cannot be withdrawn, and a foreign id reveals nothing", async () => {
    const id = upload('Of the owner');
    ok(await api.call(mediaSharing.submitMedia, { ...own, body: { text: linkTo(id) } }, owner));
    const itemId = (await room()).playing?.itemId ?? '';
    for (const which of [itemId, 'made-up', '1'.repeat(64)]) {
      const answer = await api.request('DELETE', `/data/media/rooms/${demoUser}/requests/${which}`, { token: troll });
      expect([answer.status, said(answer)]).toEqual([404, 'This request does not exist.']);
    }
  });

  it('a password is not guessed: five tries, then ten minutes', async () => {
    await set({ password: 'open sesame' });
    const text = linkTo(upload('Behind a door'));
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => request(text, { password: `try ${at}` })));
    const codes = tries.map(({ json }) => json.code);
    expect(codes.filter((code) => code === 'mediaPasswordWrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'mediaPasswordTries')).toHaveLength(15);
    expect((await request(text, { password: 'open sesame' })).status).toBe(429);
    api.clock.move(minutes(10) + 1);
    ok(await request(text, { password: 'open sesame' }));
  });
});

describe('an address that was seen on the stream', () => {
  it('skips nothing, and is worthless once it is renewed', async () => {
    const token = await address();
    const obs = await openPlayer(token);
    ok(await request(linkTo(upload('Long'))));
    await see(obs, { item: { title: 'Long' }, isSilent: false });
    const itemId = obs.events.at(-1)?.item?.itemId ?? null;
    const tell = async (body: object, as = token) =>
      await api.request('POST', `/data/media/player/${as}/reports`, {
        body: { tab: 'thief', itemId, second: null, code: null, ...body },
      });
    const thief = await openPlayer(token, 'thief');
    await see(thief, { isSilent: true });
    await tell({ type: 'started', second: 0 });
    await tell({ type: 'ended', second: 200 });
    await tell({ type: 'error', code: 150 });
    await see(obs, { item: { title: 'Long' } });
    // Even the source that plays the video cannot claim that time has passed.
    ok(await api.call(mediaSharing.takeOverPlayer, { params: { token }, body: { tab: 'thief' } }));
    await see(obs, { isSilent: true });
    await tell({ type: 'started', second: 0 });
    for (let passed = 0; passed < 20; passed += 5) {
      api.clock.move(seconds(5));
      await tell({ type: 'second', second: 199 });
      await tell({ type: 'ended', second: 200 });
    }
    expect((await room()).playing?.title).toBe('Long');
    await address();
    await see(thief, { isOver: true });
    expect((await tell({ type: 'ended', second: 200 })).status).toBe(404);
    expect((await tell({ type: 'ended', second: 200 }, 'A'.repeat(43))).status).toBe(404);
  });
});

describe('at the wrong moment', () => {
  it('a person who is banned during their video loses it at once, and their waiting requests', async () => {
    const obs = await openPlayer(await address());
    ok(await request(linkTo(upload('One'))));
    ok(await request(linkTo(upload('Two'))));
    await see(obs, { item: { title: 'One' } });
    const body = { kind: 'person', where: 'discord', name: trollId } as const;
    ok(await api.call(mediaSharing.addMediaBan, { ...own, body }, owner));
    await see(obs, { item: null });
    expect((await room()).queue).toEqual([]);
    expect(said(await request(linkTo(upload('Three'))))).toContain('You are banned from requesting here');
    const vote = await api.request('POST', `/data/media/rooms/${demoUser}/votes`, {
      token: troll,
      body: { itemId: 'x' },
    });
    expect(vote.status).toBe(200);
  });

  it('cleared during a start, the video continues and nothing hangs', async () => {
    const obs = await openPlayer(await address());
    const all = await Promise.all([
      request(linkTo(upload('A'))),
      request(linkTo(upload('B'))),
      press('clear', owner),
      press('skip', owner),
      press('clear', owner),
      request(linkTo(upload('C'))),
    ]);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    ok(await press('clear', owner));
    ok(await press('skip', owner));
    await see(obs, { item: null, paused: false });
    ok(await request(linkTo(upload('After'))));
    await see(obs, { item: { title: 'After' } });
  });

  it('five hundred votes of one person are one', async () => {
    ok(await request(linkTo(upload('One'))));
    const itemId = (await room()).playing?.itemId;
    const vote = () => api.request('POST', `/data/media/rooms/${demoUser}/votes`, { token: troll, body: { itemId } });
    const answers = await Promise.all(Array.from({ length: 100 }, vote));
    expect(answers.filter((answer) => said(answer).startsWith('Your vote counts'))).toHaveLength(1);
    expect((await publicRoom()).votes).toEqual({ given: 1, needed: 3, isGiven: true });
  });
});

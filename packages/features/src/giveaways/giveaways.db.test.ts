import { ChannelId, type GiveawayBody, RoleId, ServerId, UserId } from '@tally/contract';
import { checkDraw, type DrawRecord, readSheet } from '@tally/draw';
import { AppError, days, defineFeature, minutes, seconds, UpstreamError } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { listClaims } from '@tally/pipeline/roles';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { branding } from '../branding/index.ts';
import { connections } from '../connections/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { servers } from '../servers/index.ts';
import { unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { giveaways } from './index.ts';
import { closeGiveaway } from './service/close.ts';
import { catchUp } from './service/due.ts';
import type { Entered } from './service/enter-all.ts';
import { takeOut } from './service/leave.ts';
import { createGiveaway, pauseGiveaway, resendGiveaway, resumeGiveaway, updateGiveaway } from './service/life.ts';
import { readProof, readSheet as openSheet } from './service/proof.ts';
import { readOwn } from './service/read.ts';
import { claimPrize, reroll } from './service/redraw.ts';
import { enterTogether } from './service/together.ts';
import { findGiveaway } from './store/giveaways.ts';

const ann = UserId.parse('111111111111111111');
const home = ServerId.parse('900000000000000001');
const talk = ChannelId.parse('910000000000000001');
const gone = (code: number) =>
  new UpstreamError({ world: 'discord', kind: 'gone', message: 'no', status: 404, upstreamCode: code });

interface Posted {
  content: string;
  text: string;
  buttons: { label: string; disabled: boolean }[];
}
type Payload = {
  content?: string;
  embeds?: { title?: string; description?: string; footer?: { text: string } }[];
  components?: { components: { label?: string; disabled?: boolean }[] }[];
};

/** Everybody may do everything here, so the bot can post. */
const everyone = { id: home, name: '@everyone', permissions: 8n, position: 0, managed: false, color: 0 };
const prizeRole = { ...everyone, id: RoleId.parse('920000000000000001'), name: 'Lucky', permissions: 0n, position: 1 };
/** Above the prize, so that the bot may give it. */
const member = { ...prizeRole, id: RoleId.parse('920000000000000002'), name: 'Member', position: 2 };

/** A chat as Discord would show it. */
const chat = { posts: new Map<string, Posted>(), edits: 0, left: new Set<string>(), isAway: false, next: 1n };
const shownAs = ({ content = '', embeds: [embed] = [], components = [] }: Payload): Posted => ({
  content,
  text: [embed?.title, embed?.description, embed?.footer?.text].filter(Boolean).join('\n'),
  buttons: components.flatMap((row) => row.components.map(({ label = '', disabled = false }) => ({ label, disabled }))),
});
const away = new UpstreamError({ world: 'discord', kind: 'down', message: 'away', status: 503 });
const discord = {
  messages: {
    async create({ payload }: { payload: Payload }) {
      if (chat.isAway) throw away;
      const id = String(2_000_000_000_000_000_000n + chat.next++);
      chat.posts.set(id, shownAs(payload));
      return { id };
    },
    async edit({ messageId, payload }: { messageId: string; payload: Payload }) {
      if (chat.isAway) throw away;
      if (!chat.posts.has(messageId)) throw gone(10008);
      chat.edits += 1;
      chat.posts.set(messageId, shownAs(payload));
    },
    async delete({ messageId }: { messageId: string }) {
      if (!chat.posts.delete(messageId)) throw gone(10008);
    },
  },
  servers: {
    channels: async () => [
      { id: talk, name: 'talk', type: 0, kind: 'text', parentId: null, position: 0, overwrites: [] },
    ],
    channel: async (id: string) => ({ id, kind: 'text', parentId: null, isForAdults: false, overwrites: [] }),
    get: async () => ({ id: home, name: 'Home', ownerId: ann, roles: [everyone, prizeRole, member], emojis: [] }),
    emojis: async () => [],
  },
  members: {
    async get({ userId }: { userId: string }) {
      if (chat.isAway) throw away;
      if (chat.left.has(userId)) throw gone(10007);
      const user = { id: userId, username: `u${userId}`, displayName: 'U', avatar: null, isBot: false };
      return {
        user,
        nick: null,
        roleIds: [member.id],
        timedOutUntil: null,
        joinedAt: new Date(0),
        boostingSince: null,
      };
    },
  },
};

const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, unlimited]]) });
let world: TestWorld;
beforeAll(async () => {
  const features = [account, servers, branding, connections, errorLogs, premium, votes, giveaways];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, { posts: new Map(), edits: 0, left: new Set(), isAway: false });
  await world.reset();
  world.clock.move(minutes(1));
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

const asAnn = () => world.ctx({ caller: person(ann) });
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Runs what is queued and sends what is due, until nothing new comes of it. */
async function work(): Promise<void> {
  const jobs = [...deliveryJobs, ...(giveaways.jobs ?? [])];
  for (let round = 0; round < 12; round += 1) {
    const queued = new Map(world.queued.splice(0).map((each) => [JSON.stringify(each), each]));
    for (const { name, data } of queued.values()) {
      const job = jobs.find((each) => each.name === name);
      await job?.run(world.ctx(), data as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    }
    if ((await sendDue(world.ctx())) === 0 && world.queued.length === 0) return;
  }
}

/** Until the draw is over: the sheet is published, its round comes out, winners are told. */
async function drawNow(id: string): Promise<void> {
  await work();
  world.clock.move(seconds(15));
  await catchUp(world.ctx());
  await work();
  expect((await row(id)).state).not.toBe('drawing');
}

const row = async (id: string) => {
  const found = await findGiveaway(world.db, id);
  if (!found) throw new Error('there is no such giveaway');
  return found;
};
const create = async (body: Partial<GiveawayBody> = {}) => {
  const whole = { channelId: talk, name: 'A lamp', durationMinutes: 60, winnerCount: 2, ...body };
  const id = await createGiveaway(asAnn(), home, { body: whole, isLater: false, byId: ann });
  await work();
  return id;
};
const ended = async (id: string) => {
  await closeGiveaway(world.ctx(), id, { byId: ann });
  return id;
};
const userOf = (place: number) => UserId.parse(String(300_000_000_000_000_000n + BigInt(place)));
let press = 0n;
const enter = async (id: string, place: number, at = world.clock.now()): Promise<Entered> =>
  await enterTogether(world.ctx(), id, {
    entrant: { userId: userOf(place), isBot: false, roleIds: [], joinedAt: new Date(0), isBoosting: false },
    username: `u${place}`,
    known: { isBlacklisted: false, messages: 0, linked: new Set(), hasVoted: false },
    pressedAt: at,
    interactionId: String(1_000_000_000_000_000_000n + press++),
  });
const enterMany = async (id: string, count: number) =>
  await Promise.all(Array.from({ length: count }, (_, place) => enter(id, place)));
const posts = () => [...chat.posts.values()];

async function recordOf(id: string, number: number): Promise<DrawRecord> {
  const proof = await readProof(world.ctx(), await row(id));
  const draw = proof.draws.find((each) => each.number === number);
  const sheet = await new Response((await openSheet(world.ctx(), await row(id), number)).stream as never).text();
  if (!draw?.seed || !draw.sheetHash) throw new Error('it is not drawn');
  const { commitment, seed, sheetHash, signature, order } = draw;
  return {
    commitment,
    seed,
    sheet,
    sheetHash,
    signature,
    order: order.map(({ key, outcome }) => ({ key, won: outcome === 'won' })),
  };
}
const isGreen = async (id: string, number = 1) =>
  Object.values(checkDraw(await recordOf(id, number), world.ctx().beacon.network)).every(Boolean);

describe('a giveaway', () => {
  it('is posted, counts who enters, closes, is drawn by the beacon, and can be checked by anybody', async () => {
    const id = await create();
    expect(posts()).toMatchObject([
      { text: expect.stringMatching(/^A lamp\nEnds <t:.*2 winners.*SHA-256 [0-9a-f]{64}$/s) },
    ]);
    const answers = await enterMany(id, 20);
    expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(['in']));
    await work();
    expect(posts()[0]?.buttons[1]?.label).toBe('20');
    world.clock.move(minutes(60));
    await catchUp(world.ctx());
    await work();
    expect(posts()[0]?.text).toMatch(/Closed: 20 people, 20 entries\.\nSheet `[0-9a-f]{64}`\nDecided by round \d+/);
    expect(posts()).toHaveLength(1);
    await drawNow(id);
    expect(posts()).toHaveLength(2);
    expect(posts()[1]?.content).toMatch(/^Congratulations <@3\d{17}>, <@3\d{17}>: you won \*\*A lamp\*\*\.$/);
    expect(posts()[0]?.buttons.map(({ label }) => label)).toEqual(['Ended', 'Proof']);
    expect(await isGreen(id)).toBe(true);
  });

  it('takes presses at the last second as the sheet does: who was told that they are in, is in it', async () => {
    const id = await create();
    const endsAt = (await row(id)).endsAt ?? new Date();
    world.clock.move(minutes(60) - 1);
    const before = Array.from({ length: 300 }, (_, place) => enter(id, place));
    const close = closeGiveaway(world.ctx(), id, { byId: null });
    const after = Array.from({ length: 200 }, (_, place) => enter(id, 300 + place, endsAt));
    const answers = await Promise.all([...before, ...after]);
    await close;
    const receipts = answers.flatMap((answer) => (answer.kind === 'in' ? [answer.receipt] : []));
    await drawNow(id);
    const sheet = readSheet((await recordOf(id, 1)).sheet);
    expect(sheet?.entries.map(({ key }) => key.slice(0, 12)).toSorted()).toEqual(receipts.toSorted());
    expect(answers.slice(300).map(({ kind }) => kind)).not.toContain('in');
    expect((await row(id)).people).toBe(receipts.length);
  });

  it('ends once, however often and by whomever it is ended', async () => {
    const id = await create();
    await enterMany(id, 5);
    const ends = await Promise.all(
      [ann, ann, null, null].map((byId) => refusal(closeGiveaway(world.ctx(), id, { byId }))),
    );
    expect(ends.filter((code) => code === 'giveawayEnded').length).toBeGreaterThanOrEqual(1);
    await drawNow(id);
    await Promise.all([drawNow(id), catchUp(world.ctx())]);
    expect(posts()).toHaveLength(2);
  });

  it('passes over who has left, with the reason, and draws on', async () => {
    const id = await create();
    await enterMany(id, 6);
    for (const place of [0, 1, 2, 3]) chat.left.add(userOf(place));
    await drawNow(await ended(id));
    const { draws } = await readProof(world.ctx(), await row(id));
    const winners = draws[0]?.order.filter(({ outcome }) => outcome === 'won').map(({ userId }) => userId);
    expect(winners?.toSorted()).toEqual([userOf(4), userOf(5)]);
    const passedOver = draws[0]?.order.filter(({ outcome }) => outcome === 'passedOver') ?? [];
    for (const each of passedOver) expect(each).toMatchObject({ reason: 'left', userId: null, salt: null });
    expect(await isGreen(id)).toBe(true);
  });

  it('says that nobody entered', async () => {
    await drawNow(await ended(await create()));
    expect(posts()[1]?.content).toBe('Nobody entered the giveaway of **A lamp**.');
  });

  it('draws again without earlier winners, and edits its message', async () => {
    const id = await create({ winnerCount: 1 });
    await enterMany(id, 2);
    expect(await refusal(reroll(world.ctx(), id, { byId: ann }))).toBe('giveawayNotEnded');
    await drawNow(await ended(id));
    const first = posts()[0]?.text.match(/<@(\d+)>/)?.[1];
    await Promise.allSettled([reroll(world.ctx(), id, { byId: ann }), reroll(world.ctx(), id, { byId: ann })]);
    await drawNow(id);
    const second = posts()[0]?.text.match(/<@(\d+)>/)?.[1];
    expect([userOf(0), userOf(1)].filter((each) => each !== first)).toEqual([second]);
    expect(posts()).toHaveLength(3);
    expect(await isGreen(id, 2)).toBe(true);
  });

  it('is won by another when nobody claims in time', async () => {
    const id = await create({ winnerCount: 1, claimMinutes: 10 });
    await enterMany(id, 2);
    await drawNow(await ended(id));
    const [first, other] = posts()[1]?.content.includes(userOf(0)) ? [0, 1] : [1, 0];
    expect(await refusal(claimPrize(world.ctx(), id, userOf(other)))).toBe('notAWinner');
    world.clock.move(minutes(11));
    expect(await refusal(claimPrize(world.ctx(), id, userOf(first)))).toBe('claimOver');
    await catchUp(world.ctx());
    await drawNow(id);
    expect(await refusal(claimPrize(world.ctx(), id, userOf(other)))).toBeNull();
    expect(await refusal(claimPrize(world.ctx(), id, userOf(other)))).toBe('alreadyClaimed');
    expect((await row(id)).state).toBe('claimed');
  });

  it('gives the role of the prize to its winners, or to who claimed it', async () => {
    const prize = { winnerCount: 1, winnerRoleId: prizeRole.id };
    const rolesOf = async (id: string) =>
      (await listClaims(world.db, { kinds: ['giveaways/winner'], reasons: [id] })).map(({ userId }) => userId);
    const atOnce = await create(prize);
    await enterMany(atOnce, 1);
    await drawNow(await ended(atOnce));
    expect(await rolesOf(atOnce)).toEqual([userOf(0)]);

    const claimed = await create({ ...prize, claimMinutes: 10 });
    await enterMany(claimed, 1);
    await drawNow(await ended(claimed));
    expect(await rolesOf(claimed)).toEqual([]);
    await claimPrize(world.ctx(), claimed, userOf(0));
    expect(await rolesOf(claimed)).toEqual([userOf(0)]);
  });
});

describe('the beacon', () => {
  it('decides on another sheet when Discord showed the first too late', async () => {
    const id = await create();
    await enterMany(id, 4);
    chat.isAway = true;
    await closeGiveaway(world.ctx(), id, { byId: ann });
    await work();
    world.clock.move(minutes(5));
    expect((await row(id)).state).toBe('drawing');
    chat.isAway = false;
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]?.abandoned).toHaveLength(1);
    expect(await isGreen(id)).toBe(true);
  });

  it('is done without after ten minutes, which the proof says', async () => {
    const id = await create();
    await enterMany(id, 4);
    const silent = { ...world.ctx().beacon, read: async () => null };
    const without = () => ({ ...world.ctx(), beacon: silent });
    await closeGiveaway(world.ctx(), id, { byId: ann });
    await sendDue(world.ctx());
    for (const { name, data } of world.queued.splice(0)) {
      const job = [...deliveryJobs, ...(giveaways.jobs ?? [])].find((each) => each.name === name);
      if (name !== 'giveaways/draw') await job?.run(world.ctx(), data as never, {} as never);
    }
    for (const pause of [minutes(5), minutes(6)]) {
      world.clock.move(pause);
      await catchUp(without());
    }
    world.queued.length = 0;
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]).toMatchObject({ round: null, signature: null });
    expect(await isGreen(id)).toBe(true);
  });

  it('does not wait for a message that is lost: the sheet stands in the proof', async () => {
    const id = await create();
    await enterMany(id, 4);
    chat.posts.clear();
    await drawNow(await ended(id));
    expect((await row(id)).isMessageLost).toBe(true);
    expect(posts().map(({ content }) => content)).toEqual([expect.stringMatching(/^Congratulations/)]);
    await resendGiveaway(world.ctx(), id, { byId: ann });
    await work();
    expect(posts()).toHaveLength(2);
    expect(await isGreen(id)).toBe(true);
  });
});

describe('terms', () => {
  it('only loosen once somebody has entered', async () => {
    const id = await create();
    const change = async (patch: object, version?: string) =>
      await refusal(updateGiveaway(asAnn(), id, { patch, version, byId: ann }));
    expect(await change({ name: 'Another' }, 'stale')).toBe('changedMeanwhile');
    expect(await change({ maxEntries: 5 })).toBeNull();
    await enterMany(id, 1);
    expect(await change({ maxEntries: 4 })).toBe('termsFrozen');
    expect(await change({ winnerCount: 1 })).toBe('termsFrozen');
    expect(await change({ durationMinutes: 30 })).toBe('termsFrozen');
    expect(await change({ durationMinutes: 90, winnerCount: 3, name: 'Two lamps' })).toBeNull();
    await work();
    expect(posts()[0]?.text).toMatch(/^Two lamps\n.*3 winners/s);
  });

  it('a full one takes nobody, and may end by that', async () => {
    const id = await create({ maxEntries: 2, endWhenFull: true });
    const answers = await enterMany(id, 4);
    expect(answers.map(({ kind }) => kind)).toEqual(['in', 'in', 'full', 'full']);
    await drawNow(id);
    expect((await row(id)).state).toBe('ended');
  });

  it('a drop is won by the first who press', async () => {
    const id = await create({ mode: 'drop', winnerCount: 1 });
    const answers = await enterMany(id, 3);
    expect(answers.map(({ kind }) => kind).filter((kind) => kind === 'in')).toHaveLength(1);
    await drawNow(id);
    expect(posts()[1]?.content).toContain(userOf(0));
  });

  it('a pause refuses entries and moves the end by its length', async () => {
    const id = await create();
    const endsAt = (await row(id)).endsAt?.getTime() ?? 0;
    await pauseGiveaway(asAnn(), id, { byId: ann });
    expect((await enter(id, 1)).kind).toBe('paused');
    world.clock.move(days(1));
    await catchUp(world.ctx());
    await resumeGiveaway(asAnn(), id, { byId: ann });
    expect((await enter(id, 1)).kind).toBe('in');
    expect(((await row(id)).endsAt?.getTime() ?? 0) - endsAt).toBe(days(1));
  });
});

describe('people', () => {
  it('leave, come back with another receipt, and are counted once', async () => {
    const id = await create();
    const first = await enter(id, 1);
    const again = await enter(id, 1);
    expect(again).toMatchObject({ kind: 'in', isNew: false, receipt: first.kind === 'in' ? first.receipt : '' });
    expect(await takeOut(world.ctx(), id, { userId: userOf(1), removed: null })).toBe(true);
    expect((await row(id)).people).toBe(0);
    expect((await enter(id, 1)).kind).toBe('in');
    expect(await row(id)).toMatchObject({ people: 1, tickets: 1 });
  });

  it('who are forgotten leave their line, so that the sheet still verifies, and nothing that leads to them', async () => {
    const id = await create();
    await enterMany(id, 4);
    await drawNow(await ended(id));
    for (let place = 0; place < 4; place += 1) await giveaways.forgetUser?.(world.ctx(), userOf(place));
    expect(await isGreen(id)).toBe(true);
    expect(await readOwn(world.ctx(), userOf(0))).toEqual([]);
    expect(JSON.stringify(await readProof(world.ctx(), await row(id)))).not.toContain('3000000000000000');
  });
});

import { UserId } from '@tally/contract';
import { readSheet } from '@tally/draw';
import { sql } from '@tally/infra/sql';
import { days, defineFeature, minutes, seconds } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { branding } from '../branding/index.ts';
import { connections } from '../connections/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { servers } from '../servers/index.ts';
import { unlimited } from '../servers/service/plan.ts';
import { serverAppeared, serverLeft } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { ann, chat, discord, home, prizeRole } from './__fixtures__/chat.ts';
import { hallOf, posts, refusal, userOf } from './__fixtures__/hall.ts';
import { giveaways } from './index.ts';
import { readProof } from './service/draw/proof.ts';
import { claimPrize, reroll } from './service/draw/redraw.ts';
import { closeGiveaway } from './service/life/close.ts';
import { catchUp, doDue } from './service/life/due.ts';
import { readCourse, readEntries, readOwn } from './service/read.ts';

const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, unlimited]]) });
const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
let world: TestWorld;
beforeAll(async () => {
  const features = [account, servers, branding, connections, errorLogs, premium, votes, giveaways];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, {
    posts: new Map(),
    edits: 0,
    left: new Set(),
    lucky: new Set(),
    isAway: false,
    isMuted: false,
    letters: [],
    pace: () => {},
  });
  await world.reset();
  world.clock.move(minutes(1));
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

const { work, drawNow, row, create, ended, enter, enterMany, recordOf, verdictOf } = hallOf(() => world);

describe('a giveaway', () => {
  it('is posted, counts entrants, closes, is drawn by the beacon, and can be checked by anyone', async () => {
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
    expect(posts()[1]?.repliesTo).toBe([...chat.posts.keys()][0]);
    expect(posts()[1]?.content).toMatch(/^Congratulations <@3\d{17}>, <@3\d{17}>: you won \*\*A lamp\*\*\.$/);
    expect(posts()[0]?.buttons.map(({ label }) => label)).toEqual(['Ended', 'Proof']);
    expect(await verdictOf(id)).toBe('right');
  });

  it('counts presses at the last second as the sheet does: a person whose entry was confirmed is on it', async () => {
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

  it('ends once, for any number of attempts and people', async () => {
    const id = await create();
    await enterMany(id, 5);
    const ends = await Promise.all(
      [ann, ann, null, null].map((byId) => refusal(closeGiveaway(world.ctx(), id, { byId }))),
    );
    expect(ends.filter((code) => code === 'conflict').length).toBeGreaterThanOrEqual(1);
    await drawNow(id);
    await Promise.all([drawNow(id), catchUp(world.ctx())]);
    expect(posts()).toHaveLength(2);
  });

  it('passes over a person who left, with the reason, and draws the next one', async () => {
    const id = await create();
    await enterMany(id, 6);
    for (const place of [0, 1, 2, 3]) chat.left.add(userOf(place));
    await drawNow(await ended(id));
    const { draws } = await readProof(world.ctx(), await row(id));
    const winners = draws[0]?.order.filter(({ outcome }) => outcome === 'won').map(({ userId }) => userId);
    expect(winners?.toSorted()).toEqual([userOf(4), userOf(5)]);
    const passedOver = draws[0]?.order.filter(({ outcome }) => outcome === 'passedOver') ?? [];
    for (const each of passedOver) expect(each).toMatchObject({ reason: 'left', userId: null, salt: null });
    expect(await verdictOf(id)).toBe('right');
  });

  it('waits while Discord cannot confirm membership: that is no reason to pass over anyone', async () => {
    const id = await create();
    await enterMany(id, 8);
    await ended(id);
    await work();
    world.clock.move(seconds(15));
    chat.isAway = true;
    await expect(catchUp(world.ctx())).rejects.toThrow('away');
    expect((await row(id)).state).toBe('drawing');
    chat.isAway = false;
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]?.order.map(({ outcome }) => outcome)).toEqual(['won', 'won']);
  });

  it('announces that no one entered', async () => {
    await drawNow(await ended(await create()));
    expect(posts()[1]?.content).toBe('No one entered the giveaway for **A lamp**.');
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
    expect(await verdictOf(id, 2)).toBe('right');
  });

  it('draws again in place of one winner, and the others stay', async () => {
    const id = await create({ winnerCount: 3, claimMinutes: 10 });
    await enterMany(id, 4);
    await drawNow(await ended(id));
    const winnersOf = (text = '') => [...text.matchAll(/<@(3\d+)>/g)].map(([, each]) => UserId.parse(each));
    const [leaver, claimer, stayer] = winnersOf(posts()[1]?.content) as [UserId, UserId, UserId];
    await claimPrize(world.ctx(), id, claimer);
    const outsider = [0, 1, 2, 3].map(userOf).find((each) => ![leaver, claimer, stayer].includes(each)) as UserId;
    expect(await refusal(reroll(world.ctx(), id, { replace: [leaver, outsider], byId: ann }))).toBe('invalidFields');
    await reroll(world.ctx(), id, { replace: [leaver], byId: ann });
    await drawNow(id);
    expect(winnersOf(posts()[2]?.content)).toEqual([outsider]);
    expect(winnersOf(posts()[0]?.text).toSorted()).toEqual([claimer, stayer, outsider].toSorted());
    expect(await verdictOf(id, 2)).toBe('right');
    // Winners who were kept can claim, but replaced winners cannot.
    expect(await refusal(claimPrize(world.ctx(), id, leaver))).toBe('claimOver');
    expect(await refusal(claimPrize(world.ctx(), id, stayer))).toBeNull();
    expect((await row(id)).state).toBe('rerolled');
    expect(await refusal(claimPrize(world.ctx(), id, outsider))).toBeNull();
    expect((await row(id)).state).toBe('claimed');
  });

  it('keeps a claimed prize with its winner, unless that winner is named', async () => {
    const id = await create({ winnerCount: 2, claimMinutes: 10 });
    await enterMany(id, 5);
    await drawNow(await ended(id));
    const winners = async () => (await readCourse(world.ctx(), await row(id))).winners.map(({ userId }) => userId);
    const [claimer, sleeper] = (await winners()) as [UserId, UserId];
    await claimPrize(world.ctx(), id, claimer);
    await reroll(world.ctx(), id, { byId: ann });
    await drawNow(id);
    const [first, second] = (await winners()) as [UserId, UserId];
    expect(first).toBe(claimer);
    expect([claimer, sleeper]).not.toContain(second);
    expect(await winners()).toHaveLength(2);
    await claimPrize(world.ctx(), id, second);
    expect(await refusal(reroll(world.ctx(), id, { byId: ann }))).toBe('conflict');
    expect(chat.letters).toEqual([]);
    await reroll(world.ctx(), id, { replace: [claimer], byId: ann });
    await drawNow(id);
    expect(await winners()).not.toContain(claimer);
    expect(chat.letters).toEqual([
      `${claimer}: Your prize **A lamp** on Home was withdrawn, and another entrant will be drawn.`,
    ]);
  });

  it('names winners, replaced winners and lapsed prizes to its managers', async () => {
    const id = await create({ winnerCount: 1, claimMinutes: 10 });
    await enterMany(id, 3);
    await drawNow(await ended(id));
    const page = async () => await readCourse(world.ctx(), await row(id));
    const first = (await page()).winners[0]?.username ?? '';
    expect(first).toMatch(/^u\d$/);
    const winnerId = userOf(Number(first.slice(1)));
    await world.db.execute(sql`
      insert into users (id, username, discriminator, avatar, created_at, last_login_at)
      values (${winnerId}, ${first}, '0', 'face', now(), now())`);
    const avatar = expect.stringContaining(`/avatars/${winnerId}/face`);
    expect((await page()).winners).toMatchObject([{ avatar }]);
    expect((await readEntries(world.ctx(), await row(id), {})).filter(({ hasWon }) => hasWon)).toMatchObject([
      { username: first, avatar },
    ]);
    expect(await readOwn(world.ctx(), ann)).toMatchObject([{ part: 'hosted', winnerNames: [first] }]);
    world.clock.move(minutes(11));
    await catchUp(world.ctx());
    await drawNow(id);
    const second = (await page()).winners[0]?.username ?? '';
    await reroll(world.ctx(), id, { byId: ann });
    await drawNow(id);
    const { giveaway, events, winners } = await page();
    expect(giveaway.winnerNames).toEqual(winners.map(({ username }) => username));
    const told = events.filter(({ people }) => people.length > 0).map(({ event, people }) => [event, ...people]);
    expect(told).toEqual([
      ['drawn', first],
      ['unclaimed', first],
      ['rerolled', second],
      ['replaced', second],
      ['rerolled', winners[0]?.username],
    ]);
    const loser = UserId.parse(winnerId);
    expect(await readOwn(world.ctx(), loser)).toMatchObject([
      { part: 'entered', isReplaced: true, claimUntil: null, winnerNames: [] },
    ]);
  });

  it('shows who is excluded from the next draw, even if earlier winners may win again', async () => {
    const id = await create({ winnerCount: 2 });
    await enterMany(id, 2);
    await drawNow(await ended(id));
    const { winners } = await readCourse(world.ctx(), await row(id));
    const [again, stays] = winners.map(({ userId }) => userId) as [UserId, UserId];
    await reroll(world.ctx(), id, { replace: [again], excludeEarlierWinners: false, byId: ann });
    await drawNow(id);
    expect(posts()[2]?.content).toContain(`<@${again}>`);
    expect(posts()[2]?.content).not.toContain(stays);
    expect((await readCourse(world.ctx(), await row(id))).winners.map(({ userId }) => userId).toSorted()).toEqual(
      [again, stays].toSorted(),
    );
  });

  it('pauses while the bot is removed, and is drawn late on its return, which the message explains', async () => {
    const id = await create({ winnerCount: 1 });
    await enterMany(id, 3);
    await serverLeft(world.ctx(), home);
    world.clock.move(days(3));
    await catchUp(world.ctx());
    await doDue(world.ctx(), id);
    await work();
    expect((await row(id)).state).toBe('running');
    expect(posts()).toHaveLength(1);
    await serverAppeared(world.ctx(), { id: home, ...seen });
    await catchUp(world.ctx());
    await work();
    // The bot is removed during the draw, so all entrants would seem to have left.
    await serverLeft(world.ctx(), home);
    for (const place of [0, 1, 2]) chat.left.add(userOf(place));
    world.clock.move(seconds(15));
    await catchUp(world.ctx());
    expect((await row(id)).state).toBe('drawing');
    await serverAppeared(world.ctx(), { id: home, ...seen });
    chat.left.clear();
    await drawNow(id);
    expect(posts()[0]?.text).toMatch(
      /Winner: <@3\d+>\nIt was due to end <t:\d+:f> and was closed <t:\d+:f>, because the bot was offline/,
    );
    expect(await verdictOf(id)).toBe('right');
  });

  it('is won by another person if the first one does not claim in time', async () => {
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

  it('gives the role of the prize to its winners, or to those who claimed it', async () => {
    const prize = { winnerCount: 1, winnerRoleId: prizeRole.id };
    const atOnce = await create(prize);
    await enterMany(atOnce, 1);
    await drawNow(await ended(atOnce));
    expect([...chat.lucky]).toEqual([userOf(0)]);

    chat.lucky.clear();
    const claimed = await create({ ...prize, claimMinutes: 10 });
    await enterMany(claimed, 1);
    await drawNow(await ended(claimed));
    expect([...chat.lucky]).toEqual([]);
    await claimPrize(world.ctx(), claimed, userOf(0));
    await work();
    expect([...chat.lucky]).toEqual([userOf(0)]);
  });

  it.each([{ winnerRoleDays: 7 }, {}])('takes the role of the prize from replaced winners (%o)', async (lasting) => {
    const id = await create({ winnerCount: 2, winnerRoleId: prizeRole.id, ...lasting });
    await enterMany(id, 3);
    await drawNow(await ended(id));
    const [leaver, stayer] = [...chat.lucky].map((each) => UserId.parse(each)) as [UserId, UserId];
    const outsider = [0, 1, 2].map(userOf).find((each) => !chat.lucky.has(each)) as UserId;
    await reroll(world.ctx(), id, { replace: [leaver], byId: ann });
    await work();
    expect([...chat.lucky]).toEqual([stayer]);
    await drawNow(id);
    expect([...chat.lucky].toSorted()).toEqual([stayer, outsider].toSorted());
  });

  it.each([{ winnerRoleDays: 7 }, {}])('only winners who claimed in time keep the role (%o)', async (lasting) => {
    const id = await create({ winnerCount: 2, winnerRoleId: prizeRole.id, claimMinutes: 10, ...lasting });
    await enterMany(id, 3);
    await drawNow(await ended(id));
    const winners = (await readCourse(world.ctx(), await row(id))).winners.map(({ userId }) => userId);
    const [claimer, sleeper] = winners as [UserId, UserId];
    await claimPrize(world.ctx(), id, claimer);
    // The sleeper has the role for another reason.
    chat.lucky.add(sleeper);
    world.clock.move(minutes(11));
    await catchUp(world.ctx());
    await drawNow(id);
    expect([...chat.lucky].toSorted()).toEqual([claimer, sleeper].toSorted());
    // A winner who has claimed loses the prize if a manager replaces them by name.
    await reroll(world.ctx(), id, { replace: [claimer], byId: ann });
    await work();
    expect([...chat.lucky]).toEqual([sleeper]);
  });
});

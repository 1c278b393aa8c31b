import { type GiveawayBody, UserId } from '@tally/contract';
import { checkDraw, type DrawRecord, recordOf, type Verdict } from '@tally/draw';
import { AppError, seconds } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { carryOutJob } from '@tally/pipeline/roles';
import { person, type TestWorld } from '@tally/tests/world';
import { giveaways } from '../index.ts';
import { closeGiveaway } from '../service/life/close.ts';
import { catchUp } from '../service/life/due.ts';
import type { Entered } from '../service/entry/enter-all.ts';
import { createGiveaway } from '../service/life/life.ts';
import { readProof, readSheet as openSheet } from '../service/draw/proof.ts';
import { enterTogether } from '../service/entry/together.ts';
import { findGiveaway } from '../store/giveaways.ts';
import { ann, chat, home, talk } from './chat.ts';

export const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const isOfSheet = ({ content }: { content: string }) => content.startsWith('Entries for **');
/** Lists messages about giveaways, except those that only show the hash of a sheet. */
export const posts = () => [...chat.posts.values()].filter((post) => !isOfSheet(post));
/** Lists messages with the hash of a sheet, by id. */
export const sheetPosts = () =>
  [...chat.posts].filter(([, post]) => isOfSheet(post)).map(([id, post]) => ({ id, ...post }));
export const userOf = (place: number) => UserId.parse(String(300_000_000_000_000_000n + BigInt(place)));

/** Sets up a server with giveaways, and functions that act for its members and move the clock. */
export function hallOf(getWorld: () => TestWorld) {
  chat.now = () => getWorld().clock.now();
  const asAnn = () => getWorld().ctx({ caller: person(ann) });

  const jobs = [...deliveryJobs, carryOutJob, ...(giveaways.jobs ?? [])];
  /** Runs queued jobs and sends due messages. Returns the number of messages. */
  async function workOnce(): Promise<number> {
    const queued = new Map(getWorld().queued.splice(0).map((each) => [JSON.stringify(each), each]));
    for (const { name, data } of queued.values()) {
      const job = jobs.find((each) => each.name === name);
      await job?.run(getWorld().ctx(), data as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    }
    return await sendDue(getWorld().ctx());
  }

  /** Works until no jobs or messages are left. */
  async function work(): Promise<void> {
    for (let round = 0; round < 500; round += 1) {
      if ((await workOnce()) === 0 && getWorld().queued.length === 0) return;
    }
  }

  /** Finishes the draw: publishes the sheet, lets its round arrive, and notifies winners. */
  async function drawNow(id: string): Promise<void> {
    await work();
    getWorld().clock.move(seconds(15));
    await catchUp(getWorld().ctx());
    await work();
    if ((await row(id)).state === 'drawing') throw new Error('it is still being drawn');
  }

  const row = async (id: string) => {
    const found = await findGiveaway(getWorld().db, id);
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
    await closeGiveaway(getWorld().ctx(), id, { byId: ann });
    return id;
  };
  let press = 0n;
  const enter = async (id: string, place: number, at = getWorld().clock.now(), isBot = false): Promise<Entered> =>
    await enterTogether(getWorld().ctx(), {
      giveawayId: id,
      entrant: { userId: userOf(place), isBot, roleIds: [], joinedAt: new Date(0), isBoosting: false },
      username: `u${place}`,
      known: { isBlacklisted: false, isManager: false, messages: 0, linked: new Set(), hasVoted: false },
      pressedAt: at,
      interactionId: String(1_000_000_000_000_000_000n + press++),
    });
  const enterMany = async (id: string, count: number) =>
    await Promise.all(Array.from({ length: count }, (_, place) => enter(id, place)));

  async function recordOfDraw(id: string, number: number): Promise<DrawRecord> {
    const { draws } = await readProof(getWorld().ctx(), await row(id));
    const draw = draws.find((each) => each.number === number);
    const textOf = async (which: number) =>
      await new Response((await openSheet(getWorld().ctx(), await row(id), which)).stream as never).text();
    if (!draw?.seed) throw new Error('it is not drawn');
    return recordOf(draws, draw, { own: await textOf(number), first: await textOf(1) });
  }
  const stepsOf = async (id: string, number = 1) =>
    checkDraw(await recordOfDraw(id, number), getWorld().ctx().beacon.network);
  /** Returns the worst verdict on any step of the draw. */
  async function verdictOf(id: string, number = 1): Promise<Verdict> {
    const verdicts = Object.values(await stepsOf(id, number));
    return (['wrong', 'unproven'] as const).find((each) => verdicts.includes(each)) ?? 'right';
  }

  return { asAnn, work, workOnce, drawNow, row, create, ended, enter, enterMany, recordOf: recordOfDraw, stepsOf, verdictOf };
}

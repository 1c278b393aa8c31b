import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { act } from './act.ts';
import { followUp } from './follow.ts';
import { LEASE_MARGIN_MS, LEASE_MS } from './plan.ts';
import { type Batch, prepare, type Step } from './prepare.ts';
import { createSettler, type Settler } from './settler.ts';
import { claimDue, lineUp } from './store/line.ts';
import { callSenders } from './store/wanted.ts';
import type { Delivery } from './tables.ts';
import {
  BREATH_MS,
  type Mark,
  type Route as RouteName,
  untilWoken,
  wakeForRoom,
  wakeMark,
  wakeSenders,
  wakeSendersSoon,
} from './wake.ts';
import type { Lane } from './words.ts';

/** How often to look for what has waited for its time. */
const LOOK_EVERY_MS = 250;
/** Lanes are told when there is something for them; this is for what nobody tells: the lease of a process that died. */
const UNTOLD_MS = 1_000;
const AFTER_TROUBLE_MS = 2_000;
/** A database that is away keeps nobody from ending. */
const LEAVE_WITHIN_MS = 1_000;

interface Route {
  readonly name: RouteName;
  readonly lanes: readonly Lane[];
}

/** Discord counts the two apart, so neither waits for the other. */
const routes: readonly Route[] = [
  { name: 'bot', lanes: ['bot', 'either'] },
  { name: 'webhook', lanes: ['webhook', 'either'] },
];

/** A second of the allowance: enough to keep it used, little enough that what is important waits no longer. */
const roomOf = ({ config }: Ctx, { name }: Route): number =>
  (name === 'bot' ? config.CALLS_PER_SECOND : config.WEBHOOKS_PER_SECOND) ?? UNLIMITED_ROOM;

/** Where somebody else keeps the limits: what one process can have under way without harm. */
const UNLIMITED_ROOM = 1_000;
/** Small bites would cost a question each: this part of the room must be free before more is taken. */
const BITE = 4;

export interface Sender {
  /** Takes nothing new and finishes what is on its way. */
  stop(): Promise<void>;
}

/** Takes what is due and sends it. Each message is on its way by itself: a slow one holds up no other. */
export function startSender(makeCtx: () => Ctx): Sender {
  const stopping = new AbortController();
  const { signal } = stopping;
  const settler = createSettler(makeCtx());
  const loops = [
    ...routes.map((route) => keepLaneFull({ makeCtx, route, settler, signal })),
    everyMoment(makeCtx, signal, lineUpDue),
    everyMoment(makeCtx, signal, followUp),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await leave(makeCtx());
    },
  };
}

/** What waited behind a message of this process, in its channel, is the others' now: they would find it a second later. */
async function leave({ db, log }: Ctx): Promise<void> {
  const told = callSenders(db).catch((error: unknown) =>
    log.warn({ err: error }, 'a sender could not say that it leaves'),
  );
  await Promise.race([told, pause(LEAVE_WITHIN_MS, undefined, { ref: false })]);
}

interface Running {
  readonly makeCtx: () => Ctx;
  readonly route: Route;
  readonly settler: Settler;
  readonly signal: AbortSignal;
}

async function keepLaneFull(running: Running): Promise<void> {
  const { makeCtx, route, signal } = running;
  const size = roomOf(makeCtx(), route);
  const batches = new Set<Promise<void>>();
  let underWay = 0;
  let inVain = 0;
  const hasRoom = (): boolean => size - underWay >= size / BITE;
  const done = (rows: number): void => {
    const wasFull = !hasRoom();
    underWay -= rows;
    if (wasFull && hasRoom()) wakeForRoom();
    // The next message of the same channel may go.
    else wakeSendersSoon();
  };
  while (!signal.aborted) {
    const mark = wakeMark(route.name);
    if (!hasRoom()) {
      await untilWoken(UNTOLD_MS, { route: route.name, signal, mark });
      continue;
    }
    const ctx = makeCtx();
    const room = size - underWay;
    try {
      const claimed = await take(ctx, route, room);
      inVain = claimed.length > 0 ? 0 : inVain + 1;
      if (claimed.length > 0) {
        underWay += claimed.length;
        // Not awaited: while these are made ready, the next are taken.
        const batch = sendBatch({ ...running, ctx, claimed, done }).finally(() => batches.delete(batch));
        batches.add(batch);
      }
      // Where less came than there was room for, nothing is left that could be taken now.
      if (claimed.length < room && (await isNews(mark, inVain, running))) inVain = 0;
    } catch (error) {
      // The database may be away. The rows are safe where they are.
      ctx.log.error({ err: error }, 'sender could not take its work');
      await untilWoken(AFTER_TROUBLE_MS, { route: route.name, signal });
    }
  }
  await Promise.all(batches);
}

/** So often a lane that found nothing looks again as soon as any message is done. */
const PROMPT_LOOKS = 2;

/**
 * Waits for a reason to look again. While the other lane is busy, each of its messages is a reason, because the next one of its
 * channel may be ours. It seldom is: whoever has looked in vain some times takes longer and longer breaths.
 */
async function isNews(mark: Mark, inVain: number, about: Pick<Running, 'route' | 'signal'>): Promise<boolean> {
  const { name } = about.route;
  const wish = { route: name, signal: about.signal, mark };
  const breath = inVain <= PROMPT_LOOKS ? 0 : Math.min(BREATH_MS * 2 ** (inVain - PROMPT_LOOKS), LOOK_EVERY_MS);
  if (breath > 0) await untilWoken(breath, { ...wish, least: 'news' });
  if (wakeMark(name).news === mark.news) await untilWoken(UNTOLD_MS - breath, wish);
  return wakeMark(name).news !== mark.news;
}

interface Sending extends Running {
  readonly ctx: Ctx;
  readonly claimed: readonly Delivery[];
  readonly done: (rows: number) => void;
}

async function sendBatch({ ctx, claimed, route, settler, done }: Sending): Promise<void> {
  let open = claimed.length;
  try {
    const batch = await prepare(ctx, claimed, route.name);
    const attempts = batch.steps.map(async (step) => {
      await carryOut({ ctx, step, batch, settler });
      open -= 1;
      done(1);
    });
    await Promise.all(attempts);
  } catch (error) {
    ctx.log.error({ err: error }, 'sender could not prepare its work');
  } finally {
    // Rows that were somebody else's meanwhile.
    if (open > 0) done(open);
  }
}

interface Attempt {
  readonly ctx: Ctx;
  readonly step: Step;
  readonly batch: Batch;
  readonly settler: Settler;
}

/** Whatever comes of it is written under the row's fence. */
async function carryOut({ ctx, step, batch, settler }: Attempt): Promise<void> {
  const { delivery } = step;
  try {
    const leaseLeftMs = (delivery.leaseUntil?.getTime() ?? 0) - ctx.clock.now().getTime();
    const settlement = await withDeadline(leaseLeftMs - LEASE_MARGIN_MS, () => act(ctx, step, batch));
    await settler.settle(delivery, settlement);
  } catch (error) {
    // Its lease ends by itself, and then it is tried again.
    ctx.log.error({ err: error, delivery: delivery.id }, 'an attempt ended without an outcome');
  }
}

/** For what comes due by itself: a wake-up per message would ask the database for nothing. */
async function everyMoment(makeCtx: () => Ctx, signal: AbortSignal, work: (ctx: Ctx) => Promise<unknown>) {
  while (!signal.aborted) {
    const ctx = makeCtx();
    try {
      await work(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, 'sender could not look after its rows');
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(endQuietly);
  }
}

async function lineUpDue({ db, clock }: Ctx): Promise<void> {
  const count = await lineUp(db, clock.now());
  if (count > 0) wakeSenders();
}

function endQuietly(error: unknown): void {
  if ((error as Error).name !== 'AbortError') throw error;
}

async function take(ctx: Ctx, { lanes }: Route, limit: number) {
  const now = ctx.clock.now();
  return await claimDue(ctx.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit, lanes });
}

/** One round over both lanes, to the end of all its attempts; how many rows were taken. */
export async function sendDue(ctx: Ctx): Promise<number> {
  await lineUp(ctx.db, ctx.clock.now());
  const settler = createSettler(ctx);
  let taken = 0;
  for (const route of routes) {
    const claimed = await take(ctx, route, roomOf(ctx, route));
    taken += claimed.length;
    const batch = await prepare(ctx, claimed, route.name);
    await Promise.all(batch.steps.map((step) => carryOut({ ctx, step, batch, settler })));
  }
  await followUp(ctx);
  return taken;
}

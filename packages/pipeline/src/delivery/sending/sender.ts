import { withDeadline } from '@tally/discord/rest';
import { isDatabaseDown } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { followUp } from '../afterwards/follow.ts';
import { settle } from '../afterwards/settler.ts';
import { Lane, UNTOLD_MS } from '../line/lanes.ts';
import { BREATH_MS, type Mark, type Route as RouteName } from '../line/wake.ts';
import { callSenders, claimDue, lineUp, type Settlement } from '../store/line.ts';
import type { Delivery } from '../tables.ts';
import type { Lane as LaneName } from '../words.ts';
import { act } from './act.ts';
import { LEASE_MARGIN_MS, LEASE_MS } from './plan.ts';
import { type Batch, prepare, type Step } from './prepare.ts';

/** How often to check for messages whose wait has ended. The interval is longer while nothing is sent. */
const LOOK_EVERY_MS = 250;
const LOOK_WHEN_QUIET_MS = 1_000;
const AFTER_TROUBLE_MS = 2_000;
/** A process must be able to end even if the database does not answer. */
const LEAVE_WITHIN_MS = 1_000;

interface Route {
  readonly name: RouteName;
  readonly lanes: readonly LaneName[];
}

/** Discord limits the two routes separately, so they need not wait for each other. */
const routes: readonly Route[] = [
  { name: 'bot', lanes: ['bot', 'either'] },
  { name: 'webhook', lanes: ['webhook', 'either'] },
];

/**
 * One second's worth of this process's share of the limit, which is enough to use the share fully. Urgent messages do
 * not queue behind the rest, and other processes find rows to send.
 */
const roomOf = ({ discord }: Ctx, name: RouteName): number => discord.lanes[name].share?.pace ?? UNLIMITED_ROOM;

/** The number of messages one process can safely have in flight if there is no limit. */
const UNLIMITED_ROOM = 1_000;

export interface Sender {
  /** Claims no new rows and finishes the messages in flight. */
  stop(): Promise<void>;
}

/** Claims due messages and sends them. Each is sent independently, so a slow one does not delay the others. */
export function startSender(makeCtx: () => Ctx): Sender {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ctx = makeCtx();
  const openLane = (name: RouteName): Lane =>
    new Lane({
      name,
      size: () => roomOf(ctx, name),
      signal,
      wake: ctx.wake,
      makeCtx,
      carry: (about, batch, done) => carryAll({ ctx: about, batch, signal }, done),
    });
  const lanes = { bot: openLane('bot'), webhook: openLane('webhook') };
  const loops = [
    ...routes.map((route) => keepLaneFull(lanes[route.name], route)),
    everyMoment(makeCtx, signal, lineUpDue),
    everyMoment(makeCtx, signal, followUp),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all([lanes.bot.ended(), lanes.webhook.ended()]);
      await leave(makeCtx());
    },
  };
}

/**
 * Messages that waited behind ours in the same channel are now up to other processes, which would otherwise notice only
 * a second later.
 */
async function leave({ db, log, timers, wake }: Ctx): Promise<void> {
  const told = callSenders(db, wake.caller).catch((error: unknown) =>
    log.warn({ err: error }, 'a sender could not say that it leaves'),
  );
  await timers.within(LEAVE_WITHIN_MS, told);
}

async function keepLaneFull(lane: Lane, route: Route): Promise<void> {
  const { makeCtx, signal, wake } = lane.options;
  let inVain = 0;
  while (!signal.aborted) {
    const mark = wake.mark(route.name);
    if (!lane.hasRoom) {
      await wake.untilCalled(UNTOLD_MS, { route: route.name, signal, mark });
      continue;
    }
    const ctx = makeCtx();
    const { room } = lane;
    try {
      const claimed = await take(ctx, route, room);
      const isClear = claimed.length < room;
      inVain = claimed.length > 0 ? 0 : inVain + 1;
      // This call is not awaited, so the next rows are claimed while these are prepared.
      if (claimed.length > 0) lane.carry(claimed.length, (about) => prepare(about, claimed, route.name));
      // The claim returned fewer rows than there was room for, so the queue is empty for now.
      if (isClear && (await isNews(lane, mark, inVain))) inVain = 0;
    } catch (error) {
      // The database may be down. The rows are safe there.
      ctx.log.error({ err: error }, 'sender could not take its work');
      await wake.untilCalled(AFTER_TROUBLE_MS, { route: route.name, signal });
    }
  }
}

/**
 * After this many checks without a result, no message is in flight here, so only a dead process's row could still be
 * found.
 */
const QUIET_LOOKS = 30;
const UNTOLD_WHEN_QUIET_MS = 4_000;
/** After this many checks without a result, a lane no longer checks each time a message is done. */
const PROMPT_LOOKS = 2;

/**
 * Waits for a reason to check again. Each message that the other lane finishes is one, because the next message of that
 * channel may be ours. It seldom is, so a lane that keeps finding nothing waits longer and longer.
 */
async function isNews({ options }: Lane, mark: Mark, inVain: number): Promise<boolean> {
  const { name, signal, wake } = options;
  const wish = { route: name, signal, mark };
  const breath = inVain <= PROMPT_LOOKS ? 0 : Math.min(BREATH_MS * 2 ** (inVain - PROMPT_LOOKS), LOOK_EVERY_MS);
  if (breath > 0) await wake.untilCalled(breath, { ...wish, least: 'news' });
  const untoldMs = inVain > QUIET_LOOKS ? UNTOLD_WHEN_QUIET_MS : UNTOLD_MS;
  if (wake.mark(name).news === mark.news) await wake.untilCalled(untoldMs - breath, wish);
  return wake.mark(name).news !== mark.news;
}

interface Attempt {
  readonly ctx: Ctx;
  readonly step: Step;
  readonly batch: Batch;
  readonly signal?: AbortSignal;
}

/** Sends all messages of the batch at once, so a slow one does not delay the others. */
async function carryAll(about: Omit<Attempt, 'step'>, done: () => void = () => undefined): Promise<void> {
  const attempts = about.batch.steps.map(async (step) => {
    await carryOut({ ...about, step });
    done();
  });
  await Promise.all(attempts);
}

/** Makes one attempt and writes the outcome under the row's fence. */
async function carryOut(attempt: Attempt): Promise<void> {
  const { ctx, step, batch } = attempt;
  const { delivery } = step;
  try {
    const settlement = await withDeadline(ctx.timers, leaseLeft(ctx, delivery) - LEASE_MARGIN_MS, () =>
      ctx.trace.attempt(delivery, () => act(ctx, step, batch)),
    );
    await keepTrying(attempt, settlement);
  } catch (error) {
    // The lease will expire, and another attempt follows.
    ctx.log.error({ err: error, delivery: delivery.id }, 'an attempt ended without an outcome');
  }
}

const leaseLeft = ({ clock }: Ctx, { leaseUntil }: Delivery): number =>
  (leaseUntil?.getTime() ?? 0) - clock.now().getTime();

/**
 * Keeps an outcome through a short database outage. Otherwise the row would wait until its lease ends, and its message
 * would be sent or searched for again. Until then no other sender can claim the row.
 */
async function keepTrying({ ctx, step, signal }: Attempt, settlement: Settlement): Promise<void> {
  for (;;) {
    try {
      await settle(ctx, { delivery: step.delivery, settlement });
      return;
    } catch (error) {
      if (!isDatabaseDown(error) || signal?.aborted || leaseLeft(ctx, step.delivery) <= 0) throw error;
      await ctx.timers.pause(LOOK_EVERY_MS, signal);
    }
  }
}

/** Runs work that becomes due at a certain time. Waking up for each message would cost queries that find nothing. */
async function everyMoment(makeCtx: () => Ctx, signal: AbortSignal, work: (ctx: Ctx) => Promise<number>) {
  let inVain = 0;
  while (!signal.aborted) {
    const ctx = makeCtx();
    const mark = ctx.wake.mark('bot');
    let found = 0;
    try {
      found = await work(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, 'sender could not look after its rows');
    }
    await ctx.timers.pause(LOOK_EVERY_MS, signal);
    if (found > 0) {
      inVain = 0;
      continue;
    }
    // A message postponed here was in flight before, and we are woken when that ends.
    const quietMs = inVain > QUIET_LOOKS ? UNTOLD_WHEN_QUIET_MS : LOOK_WHEN_QUIET_MS;
    await ctx.wake.untilCalled(quietMs - LOOK_EVERY_MS, { route: 'bot', signal, mark });
    inVain = ctx.wake.mark('bot').calls === mark.calls ? inVain + 1 : 0;
  }
}

async function lineUpDue({ db, clock, wake }: Ctx): Promise<number> {
  const count = await lineUp(db, clock.now());
  if (count > 0) wake.senders();
  return count;
}

async function take(ctx: Ctx, { lanes }: Route, limit: number) {
  const now = ctx.clock.now();
  return await claimDue(ctx.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit, lanes });
}

/** Runs one round over both lanes and waits for its attempts. Returns how many rows were claimed. */
export async function sendDue(ctx: Ctx): Promise<number> {
  await lineUp(ctx.db, ctx.clock.now());
  let taken = 0;
  for (const route of routes) {
    const claimed = await take(ctx, route, roomOf(ctx, route.name));
    taken += claimed.length;
    await carryAll({ ctx, batch: await prepare(ctx, claimed, route.name) });
  }
  await followUp(ctx);
  return taken;
}

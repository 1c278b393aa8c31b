import { withDeadline } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { act } from './act.ts';
import { followUp } from './follow.ts';
import { LEASE_MS, LEASE_MARGIN_MS } from './plan.ts';
import { type Batch, prepare, type Step } from './prepare.ts';
import { createSettler, type Settler } from './settler.ts';
import { claimDue, lineUp } from './store/line.ts';
import { untilWoken, wakeSenders } from './wake.ts';
import type { Lane } from './words.ts';

/** How often to look without being woken: for what has waited for its time. */
const LOOK_EVERY_MS = 250;
const AFTER_TROUBLE_MS = 2_000;

interface Route {
  readonly name: 'bot' | 'webhook';
  readonly lanes: readonly Lane[];
  /** Rows under way at once: two seconds of Discord's allowance, far less than a lease. */
  readonly atOnce: number;
}

/** Discord counts the two apart, so neither waits for the other. */
const routes: readonly Route[] = [
  { name: 'bot', lanes: ['bot', 'either'], atOnce: 100 },
  { name: 'webhook', lanes: ['webhook', 'either'], atOnce: 100 },
];

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
    again(makeCtx, signal, (ctx) => lineUp(ctx.db, ctx.clock.now())),
    again(makeCtx, signal, followUp),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

interface Running {
  readonly makeCtx: () => Ctx;
  readonly route: Route;
  readonly settler: Settler;
  readonly signal: AbortSignal;
}

async function keepLaneFull({ makeCtx, route, settler, signal }: Running): Promise<void> {
  const underWay = new Set<Promise<void>>();
  // Small bites would cost a question each: a quarter of the lane must be free, or all that is left be under way.
  const bite = route.atOnce / 4;
  while (!signal.aborted) {
    const ctx = makeCtx();
    try {
      const room = route.atOnce - underWay.size;
      const claimed = room >= bite ? await take(ctx, route, room) : [];
      if (claimed.length > 0) {
        const batch = await prepare(ctx, claimed, route.name);
        for (const step of batch.steps) start(underWay, carryOut({ ctx, step, batch, settler }));
      }
      if (claimed.length < room || room < bite) await untilWoken(LOOK_EVERY_MS, signal);
    } catch (error) {
      // The database may be away. The rows are safe where they are.
      ctx.log.error({ err: error }, 'sender could not take its work');
      await untilWoken(AFTER_TROUBLE_MS, signal);
    }
  }
  await Promise.all(underWay);
}

function start(underWay: Set<Promise<void>>, work: Promise<void>): void {
  const tracked = work.finally(() => {
    underWay.delete(tracked);
    // There is room again, and the next message of the same channel may go.
    wakeSenders();
  });
  underWay.add(tracked);
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

async function again(makeCtx: () => Ctx, signal: AbortSignal, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    const ctx = makeCtx();
    try {
      await work(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, 'sender could not look after its rows');
    }
    await untilWoken(LOOK_EVERY_MS, signal);
  }
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
    const claimed = await take(ctx, route, route.atOnce);
    taken += claimed.length;
    const batch = await prepare(ctx, claimed, route.name);
    await Promise.all(batch.steps.map((step) => carryOut({ ctx, step, batch, settler })));
  }
  await followUp(ctx);
  return taken;
}

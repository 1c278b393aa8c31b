import type { Ctx } from '@tally/kernel';
import { markOfSession } from '../../detection/index.ts';
import { neverLeft } from '../doubt/doubt.ts';
import { type Batch, decide, isDeparture, type Step } from '../sending/prepare.ts';
import { insertDepartures, listBusy } from '../store/express.ts';
import { insertTargets, type PlacedTarget } from '../store/fan-out.ts';
import { LONGEST_STEP } from '../store/line.ts';
import type { Delivery } from '../tables.ts';
import type { FanOut } from './fan-out.ts';
import { type Lane, type Lanes, lanesOf } from './lanes.ts';
import { newRow } from './new-row.ts';
import type { Route } from './wake.ts';

/**
 * The short path for a process that both intends and sends messages. If it has room and the line is empty, it composes
 * messages first and writes their rows as they are just before sending. That saves two of a row's four writes and the
 * round trips between them. All other guarantees still hold. Rows are leased and fenced, a busy channel uses the line,
 * and nothing is sent before the database knows that it may have been sent.
 */
export interface Express {
  /** Resolves once the rows are written; their messages are then on their way. */
  send(targets: readonly PlacedTarget[]): Promise<Sent>;
}

export interface Sent {
  /** How many rows were new. */
  readonly count: number;
  /** Targets that use the line instead. */
  readonly left: readonly PlacedTarget[];
}

/** Null if this process has no sender, or if a change of the stream could go unnoticed. */
export function openExpress(ctx: Ctx, fanOut: FanOut): Express | null {
  const lanes = lanesOf(ctx.db);
  const { sessionId } = fanOut;
  if (!lanes || sessionId === undefined) return null;
  const look = () => markOfSession(ctx.db, sessionId);
  // The first messages are urgent, so the mark is read while their owner is still composing.
  let mark: Promise<string | null> | null = look();
  mark.catch(() => undefined);
  const sendPart = (lane: Lane, part: readonly PlacedTarget[]): Promise<number> => {
    const bite = { fanOut, sessionId, mark: mark ?? look(), targets: part, expected: lanes.expected };
    mark = null;
    return hurry(lane, bite);
  };
  return {
    async send(targets) {
      const left = targets.filter((target) => !mayHurry(target));
      const byLane = Map.groupBy(targets.filter(mayHurry), ({ lane }) => lanes[lane === 'webhook' ? 'webhook' : 'bot']);
      const counts: Promise<number>[] = [];
      for (const [lane, those] of byLane) {
        if (!isFree(lane, those.length)) {
          left.push(...those);
          continue;
        }
        for (const part of partsOf(lane, those)) {
          await lane.untilRoom(part.length);
          const count = sendPart(lane, part);
          // A failure must not keep us from awaiting the others below.
          count.catch(() => undefined);
          counts.push(count);
        }
      }
      return { count: (await Promise.all(counts)).reduce((sum, each) => sum + each, 0), left };
    },
  };
}

/** Within a rate limit all of them fit at once. Without one, the first part is sent while the next is composed. */
const partsOf = (lane: Lane, those: readonly PlacedTarget[]): readonly (readonly PlacedTarget[])[] =>
  lane.options.isLimited
    ? [those]
    : Array.from({ length: Math.ceil(those.length / lane.bite) }, (_, place) =>
        those.slice(place * lane.bite, (place + 1) * lane.bite),
      );

/** A message with its own facts may have to wait. One that fits either lane goes to the lane that is free first. */
const mayHurry = ({ skip, about, lane }: PlacedTarget): boolean => !skip && !about && lane !== 'either';

/** With more than this, the other processes should help. */
const TOO_MANY = 5_000;

/** Under a rate limit the line decides the order, unless there is room for all messages. */
const isFree = (lane: Lane, count: number): boolean =>
  !lane.options.signal.aborted && lane.isClear && count <= (lane.options.isLimited ? lane.room : TOO_MANY);

interface Bite {
  readonly fanOut: FanOut;
  readonly sessionId: string;
  /** The stream's mark before anything was composed. */
  readonly mark: Promise<string | null>;
  readonly targets: readonly PlacedTarget[];
  readonly expected: Lanes['expected'];
}

function hurry(lane: Lane, bite: Bite): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  lane.carry(bite.targets.length, async (ctx) => {
    try {
      const { batch, count } = await write(ctx, lane.options.name, bite);
      resolve(count);
      return batch;
    } catch (error) {
      reject(error);
      throw error;
    }
  });
  return promise;
}

async function write(ctx: Ctx, route: Route, bite: Bite): Promise<{ readonly batch: Batch; readonly count: number }> {
  const { fanOut, sessionId, targets, expected } = bite;
  const now = ctx.clock.now();
  const others = targets.flatMap(({ channelId }) => expected.get(channelId) ?? []);
  const first = firstOfEachChannel(targets).filter(({ channelId }) => !expected.has(channelId));
  const done = expect(expected, first);
  const fence = 1 + ctx.random.int(LONGEST_STEP);
  const rows = new Map(first.map((target) => [newRow(fanOut, target, { now, fence }), target]));
  const channels = first.map((target) => target.channelId);
  try {
    const mark = await bite.mark;
    const [batch, busy] = await Promise.all([decide(ctx, [...rows.keys()], route), listBusy(ctx.db, channels)]);
    const departing = batch.steps.filter(isDeparture).filter(({ delivery }) => !busy.has(delivery.channelId));
    const ours = await insertDepartures(ctx.db, fanOut, departing, now);
    done();
    const hurried = new Set(departing.map(({ delivery }) => rows.get(delivery)));
    const waiting = targets.filter((target) => !hurried.has(target));
    // These rows must not be written before the rows that they have to wait behind.
    await Promise.all(others);
    const lined = await insertTargets(ctx.db, fanOut, waiting, { now, caller: ctx.wake.caller });
    if (lined > 0) ctx.wake.sendersOf(new Set([route]));
    const sent = departing.filter(({ delivery }) => ours.has(delivery.id));
    // A change of the stream before these rows existed could not reach them, so they are composed again.
    const isSame = mark !== null && (await markOfSession(ctx.db, sessionId)) === mark;
    const steps = isSame ? sent : sent.map(({ delivery }) => backIntoLine(delivery, now));
    return { batch: { ...batch, steps }, count: ours.size + lined };
  } finally {
    done();
  }
}

function expect(expected: Lanes['expected'], targets: readonly PlacedTarget[]): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const { channelId } of targets) expected.set(channelId, promise);
  return () => {
    for (const { channelId } of targets) if (expected.get(channelId) === promise) expected.delete(channelId);
    resolve();
  };
}

function firstOfEachChannel(targets: readonly PlacedTarget[]): readonly PlacedTarget[] {
  const seen = new Set<string>();
  return targets.filter(({ channelId }) => !seen.has(channelId) && seen.add(channelId));
}

const backIntoLine = (delivery: Delivery, now: Date): Step => ({
  kind: 'settled',
  delivery,
  settlement: neverLeft(delivery, now),
});

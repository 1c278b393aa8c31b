import {
  type Answer,
  type Ctx,
  minutes,
  type PlatformConnection,
  type PlatformDefinition,
  UpstreamError,
} from '@tally/kernel';
import { LIVELY_MS, questionFor, takeAnswers } from './answers.ts';
import type { Budget } from './budget.ts';
import { countQuestion } from './meters.ts';
import { type Cadence, cadenceOf } from './pace.ts';
import { type Asked, listDue, loadAsked } from './store/due.ts';
import { countWatched } from './store/watches.ts';

/** Batches that are planned at once. */
const PLANNED = 100;
/** Batches whose answers are awaited side by side. */
const AT_ONCE = 4;
/** Nobody waits longer beyond their turn than this while others go first. */
const STARVING_MS = minutes(1);

export interface SweepOptions {
  /** Absent: as many questions as it takes. */
  readonly budget?: Budget;
  /** False as soon as somebody else leads. */
  readonly mayGoOn?: () => Promise<boolean>;
  /** How many channels are followed, where the caller knows. */
  readonly watched?: number;
}

/** Asks a platform about every channel whose turn it is. A push may be late or lost; this is the truth. */
export async function sweep(ctx: Ctx, platform: PlatformDefinition, options: SweepOptions = {}): Promise<void> {
  const connection = ctx.platforms.find(platform.id);
  if (!connection) return;
  const { budget } = options;
  const cadence = cadenceOf(platform, options.watched ?? (await countWatched(ctx.db, platform.id)));
  for (let isFirst = true; ; isFirst = false) {
    const batches = Math.min(PLANNED, budget?.left() ?? PLANNED);
    if (batches === 0) return;
    const limit = batches * platform.batchSize;
    const ids = await planned(ctx, platform, { limit, early: isFirst && cadence.isEveryRound });
    const due = chunks(ids, platform.batchSize);
    const asking = { ctx, platform, connection, cadence, options };
    const isThrough = await workThrough(due, (batch) => sweepBatch(asking, batch));
    if (!isThrough || ids.length < limit) return;
  }
}

function planned(ctx: Ctx, platform: PlatformDefinition, about: { limit: number; early: boolean }): Promise<string[]> {
  const now = ctx.clock.now();
  return listDue(ctx.db, {
    platform: platform.id,
    now,
    limit: about.limit,
    livelySince: new Date(now.getTime() - LIVELY_MS),
    starvingSince: new Date(now.getTime() - STARVING_MS),
    isByHabit: platform.pace.byHabit !== undefined,
    early: about.early ? platform.pace.idleSeconds : null,
  });
}

interface Asking {
  readonly ctx: Ctx;
  readonly platform: PlatformDefinition;
  readonly connection: PlatformConnection;
  readonly cadence: Cadence;
  readonly options: SweepOptions;
}

/** False when nothing more may be asked in this round. */
async function sweepBatch(asking: Asking, ids: readonly string[]): Promise<boolean> {
  const { ctx, platform, cadence, options } = asking;
  if (options.mayGoOn && !(await options.mayGoOn())) return false;
  if (options.budget && !options.budget.take()) return false;
  const asked = await loadAsked(ctx.db, platform.id, ids);
  const { answers, trouble } = await ask(asking, asked);
  // Whoever was stopped in the middle of it comes back with an answer that is no longer true.
  if (options.mayGoOn && !(await options.mayGoOn())) return false;
  await takeAnswers(ctx, { platform, cadence, asked, answers });
  if (trouble) throw trouble;
  return true;
}

/** A refusal of the whole question is the same as no answer about any of its channels; and the sweep hears of it. */
async function ask(
  { ctx, platform, connection }: Asking,
  asked: readonly Asked[],
): Promise<{ answers: readonly Answer[]; trouble?: UpstreamError }> {
  try {
    const answers = await connection.ask(asked.map(({ channel }) => questionFor(ctx, channel)));
    countQuestion(ctx, platform.id, answers);
    return { answers };
  } catch (error) {
    countQuestion(ctx, platform.id, []);
    if (!(error instanceof UpstreamError)) throw error;
    const reason = error.message;
    const unknown = ({ channel: { channelId } }: Asked): Answer => ({
      snapshot: { state: 'unknown', channelId, reason },
    });
    return { answers: asked.map(unknown), trouble: error };
  }
}

/** Some at a time; stops at the first that says so, or that fails. */
async function workThrough<T>(list: readonly T[], work: (item: T) => Promise<boolean>): Promise<boolean> {
  let next = 0;
  let goesOn = true;
  const lane = async () => {
    while (goesOn && next < list.length) {
      try {
        if (!(await work(list[next++] as T))) goesOn = false;
      } catch (error) {
        goesOn = false;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
  return goesOn;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, place) =>
    list.slice(place * size, (place + 1) * size),
  );
}

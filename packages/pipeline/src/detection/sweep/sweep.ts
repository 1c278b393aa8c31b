import {
  type Answer,
  type Ctx,
  minutes,
  type PlatformConnection,
  type PlatformDefinition,
  UpstreamError,
} from '@tally/kernel';
import { type Asked, listDue, loadAsked } from '../store/due.ts';
import { countWatched } from '../store/watches.ts';
import { LIVELY_MS, questionFor, storeAnswers } from './answers.ts';
import type { Budget } from './budget.ts';
import { countQuestion } from './meters.ts';
import { type Cadence, cadenceOf } from './pace.ts';

/** The number of batches planned at once. */
const PLANNED = 100;
/** The number of batches whose answers are awaited at once. */
const AT_ONCE = 4;
/** A channel that has waited this long past its turn goes first. */
const STARVING_MS = minutes(1);

export interface SweepOptions {
  /** If missing, there is no limit. */
  readonly budget?: Budget;
  /** Returns false as soon as another process leads. */
  readonly mayGoOn?: () => Promise<boolean>;
  /** The number of followed channels, if the caller knows it. */
  readonly watched?: number;
}

/** Queries a platform about all due channels. The sweep finds out what a late or lost push would have reported. */
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

/** Returns false if no more requests may be made in this round. */
async function sweepBatch(asking: Asking, ids: readonly string[]): Promise<boolean> {
  const { ctx, platform, cadence, options } = asking;
  if (options.mayGoOn && !(await options.mayGoOn())) return false;
  if (options.budget && !options.budget.take()) return false;
  const asked = await loadAsked(ctx.db, platform.id, ids);
  const { answers, trouble } = await ask(asking, asked);
  // A process that was suspended during the request resumes with an outdated answer.
  if (options.mayGoOn && !(await options.mayGoOn())) return false;
  await storeAnswers(ctx, { platform, cadence, asked, answers });
  if (trouble) throw trouble;
  return true;
}

/** A failed request counts as no answer for each of its channels, and is also reported to the sweep. */
async function ask(
  { ctx, platform, connection }: Asking,
  asked: readonly Asked[],
): Promise<{ answers: readonly Answer[]; trouble?: UpstreamError }> {
  try {
    const answers = await connection.stream.ask(asked.map(({ channel }) => questionFor(ctx, channel)));
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

/** Works through the list with several lanes. Stops when one of them returns false or fails. */
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

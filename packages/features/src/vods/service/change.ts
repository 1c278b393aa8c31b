import type { Recording, ServerId } from '@tally/contract';
import { AppError, type Ctx, carryOut, describeToStaff, hours as hoursInMs } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { choicesOf } from '../match.ts';
import { changeKeepers, findKept, type Kept } from '../store/keepers.ts';
import { changeRecording, lockRecording } from '../store/recordings.ts';
import { notInPlan } from './guild-part.ts';
import { standingOf, viewsIn } from './read.ts';
import { expire } from './sweep.ts';

interface Which {
  readonly serverId: ServerId;
  readonly id: string;
}

async function getKept(db: Ctx['db'], { serverId, id }: Which): Promise<Kept> {
  const kept = await findKept(db, serverId, id);
  if (!kept) throw new AppError('notFound');
  return kept;
}

async function viewNow(ctx: Ctx, which: Which): Promise<Recording> {
  const [view] = await viewsIn(ctx, which.serverId, [await getKept(ctx.db, which)]);
  return view as Recording;
}

/** Counts from the time of saving, so repeated requests cannot keep a recording forever. */
export async function keepFor(ctx: Ctx, which: Which, hours: number): Promise<Recording> {
  const choices = choicesOf(await planOf(ctx, which.serverId));
  if (!choices.includes(hours)) throw notInPlan(ctx, choices);
  await ctx.db.transaction(async (tx) => {
    if (!(await lockRecording(tx, which.id))) throw new AppError('notFound');
    const kept = await getKept(tx, which);
    if (standingOf(kept).state === 'over') throw new AppError('recordingGone');
    const { savedAt } = kept.recording;
    const allowedUntil = savedAt && new Date(savedAt.getTime() + hoursInMs(hours));
    await changeKeepers(tx, which.id, { hours, allowedUntil }, [which.serverId]);
  });
  return await viewNow(ctx, which);
}

export async function drop(ctx: Ctx, which: Which): Promise<Recording> {
  await getKept(ctx.db, which);
  await changeKeepers(ctx.db, which.id, { reason: 'removed' }, [which.serverId]);
  await expire(ctx);
  return await viewNow(ctx, which);
}

/** Deletes a recording for all servers at the staff's request. A take-down must not wait. */
export async function removeVod(ctx: Ctx, id: string): Promise<void> {
  await carryOut(ctx, async ({ db }) => {
    await db.transaction(async (tx) => {
      const row = await lockRecording(tx, id);
      if (!row) throw new AppError('notFound');
      describeToStaff(ctx, { title: row.title ?? undefined, href: '/admin/vods' });
      await changeRecording(tx, id, { reason: 'removed' });
      await changeKeepers(tx, id, { reason: 'removed' });
    });
  });
  await expire(ctx);
}

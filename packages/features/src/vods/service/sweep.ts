import { type Ctx, days, minutes } from '@tally/kernel';
import { endKeeping } from '../store/keepers.ts';
import { changeRecording, forgetOver, listForgotten, listUnwanted } from '../store/recordings.ts';
import { keyOf } from './file-key.ts';
import { linkCopies } from './link.ts';
import { dropProgress } from './progress.ts';
import { saveSoon } from './queue.ts';

const FORGOTTEN_AFTER_MS = minutes(2);
const AT_ONCE = 200;
/** How long we remember a deleted recording. */
const REMEMBERED_MS = days(90);
const UNFINISHED_MS = days(1);

export async function callForgotten(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER_MS);
  for (const id of await listForgotten(ctx.db, before)) await saveSoon(ctx, id);
}

/** Deletes files without owners. Each row is updated only after its file is deleted. */
export async function expire(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await endKeeping(ctx.db, now);
  for (const { id, fileKey, reason } of await listUnwanted(ctx.db, AT_ONCE)) {
    const key = fileKey ?? keyOf(id);
    await dropProgress(ctx, id);
    await ctx.files.delete(key);
    if ((await ctx.files.find(key)) !== null) throw new Error('a deleted recording still exists');
    await changeRecording(ctx.db, id, {
      state: 'over',
      reason: reason ?? 'expired',
      fileKey: null,
      reckonedBytes: null,
    });
  }
  await linkCopies(ctx);
  await forgetOver(ctx.db, new Date(now.getTime() - REMEMBERED_MS));
}

export async function dropUnfinished(ctx: Ctx): Promise<void> {
  const dropped = await ctx.files.dropUnfinished(new Date(ctx.clock.now().getTime() - UNFINISHED_MS));
  if (dropped > 0) ctx.log.info({ dropped }, 'Abandoned uploads were deleted.');
}

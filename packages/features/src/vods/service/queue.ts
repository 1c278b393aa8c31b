import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, hours } from '@tally/kernel';
import { z } from 'zod';

export const save = declareJob({
  name: 'vods/save',
  data: z.object({ recordingId: z.string() }),
  concurrency: 1,
  // A job may run for hours. Its claim, checked every two minutes, shows whether a process still works on it.
  expireSeconds: hours(12) / 1_000,
});

export async function saveSoon(
  ctx: Ctx,
  recordingId: string,
  when: { readonly tx?: Db; readonly startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(save, { recordingId }, { singletonKey: recordingId, ...when });
}

import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob } from '@tally/kernel';
import { z } from 'zod';

/** Runs two jobs at a time. Each opens one image after another, and images are the expensive part. */
export const work = declareJob({
  name: 'emotes/import',
  data: z.object({ importId: z.string() }),
  concurrency: 2,
});

export async function workSoon(
  ctx: Ctx,
  importId: string,
  when: { readonly tx?: Db; readonly startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(work, { importId }, { singletonKey: importId, ...when });
}

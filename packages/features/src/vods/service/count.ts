import type { Ctx } from '@tally/kernel';
import { countStored } from '../store/recordings.ts';

/** What the rows say, and what really lies there: they differ only where something went wrong. */
export async function countVods(ctx: Ctx): Promise<{ registeredFiles: number; totalVodsInR2: number }> {
  let totalVodsInR2 = 0;
  for await (const _file of ctx.files.list('vods/')) totalVodsInR2 += 1;
  return { registeredFiles: await countStored(ctx.db), totalVodsInR2 };
}

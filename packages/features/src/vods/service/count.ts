import type { Ctx } from '@tally/kernel';
import { countStored } from '../store/recordings.ts';

/** Counts rows and files. The numbers differ only after an error. */
export async function countVods(ctx: Ctx): Promise<{ registeredFiles: number; totalVodsInR2: number }> {
  let totalVodsInR2 = 0;
  for await (const _file of ctx.files.list('vods/')) totalVodsInR2 += 1;
  return { registeredFiles: await countStored(ctx.db), totalVodsInR2 };
}

import { FILES_PATH } from '@tally/contract';
import { AppError, type Ctx, carryOut, describeToStaff } from '@tally/kernel';
import { checkFile, inTurn } from './check.ts';
import { countFiles, MOST_FILES, storedAt } from './list.ts';

interface Upload {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** True if an existing file may be replaced. */
  readonly replace?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function upload(
  ctx: Ctx,
  { key, bytes, replace = false, signal }: Upload,
): Promise<{ readonly isReplaced: boolean }> {
  const stored = storedAt(key);
  const work = async () => {
    const isReplaced = (await ctx.files.find(stored)) !== null;
    if (isReplaced && !replace) throw new AppError('fileTaken');
    if (!isReplaced && (await countFiles(ctx)) >= MOST_FILES) {
      throw new AppError('tooManyFiles', { limit: MOST_FILES });
    }
    const checked = await checkFile(key, Buffer.from(bytes));
    describeToStaff(ctx, { title: key, href: FILES_PATH + key });
    await carryOut(ctx, async () => await ctx.files.put(stored, checked));
    return { isReplaced };
  };
  return await inTurn(ctx, { signal, work });
}

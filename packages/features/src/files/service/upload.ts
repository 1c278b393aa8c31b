import { FILES_PATH } from '@tally/contract';
import { AppError, type Ctx, carryOut, describeToStaff } from '@tally/kernel';
import { beginsAs, beginsAsSvg, isTwofold, kindOf } from '../match.ts';
import { drawAnew } from '../render.ts';
import { countFiles, MOST_FILES, storedAt } from './list.ts';

interface Upload {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** Whether one that is there may go. */
  readonly replace?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The last one of all uploads of a house: several pictures that unfold at once would add up. */
const houses = new WeakMap<Ctx['files'], Promise<unknown>>();

export async function upload(
  ctx: Ctx,
  { key, bytes, replace = false, signal }: Upload,
): Promise<{ readonly isReplaced: boolean }> {
  const stored = storedAt(key);
  const before = houses.get(ctx.files) ?? Promise.resolve();
  const done = before
    // What became of the one before is not this one's business.
    .catch(() => null)
    .then(async () => {
      signal?.throwIfAborted();
      const isReplaced = (await ctx.files.find(stored)) !== null;
      if (isReplaced && !replace) throw new AppError('fileTaken');
      if (!isReplaced && (await countFiles(ctx)) >= MOST_FILES) {
        throw new AppError('tooManyFiles', { limit: MOST_FILES });
      }
      const drawn = await checked(key, Buffer.from(bytes));
      describeToStaff(ctx, { title: key, href: FILES_PATH + key });
      await carryOut(ctx, async () => await ctx.files.put(stored, drawn));
      return { isReplaced };
    });
  houses.set(ctx.files, done);
  return await done;
}

/** Neither the name nor what the browser says of it is believed: the bytes are looked at. */
async function checked(key: string, bytes: Buffer): Promise<Buffer> {
  const kind = kindOf(key);
  if (beginsAsSvg(bytes)) throw new AppError('fileSvg');
  if (!beginsAs(bytes, kind)) throw new AppError('fileUnlike', { type: kind.toUpperCase() });
  if (isTwofold(bytes, kind)) throw new AppError('fileTwofold');
  return kind === 'pdf' ? bytes : await drawAnew(bytes, kind);
}

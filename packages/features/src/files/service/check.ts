import { beginTry, personWho } from '@tally/infra/tries';
import { AppError, type Ctx, hours, requireUser } from '@tally/kernel';
import { beginsAs, beginsAsSvg, type FileKind, isTwofold, kindOf } from '../match.ts';
import { reencode } from '../render.ts';

/** Runs uploads one after another, because decoding several images at once takes too much memory. */
export const inTurn = <T>(
  { batches }: Ctx,
  { signal, work }: { readonly signal?: AbortSignal | undefined; readonly work: () => Promise<T> },
): Promise<T> =>
  batches.inTurn('files/upload', async () => {
    signal?.throwIfAborted();
    return await work();
  });

/** Checks the bytes, because the file name and the browser's type may be wrong. */
export async function checkFile(key: string, bytes: Buffer): Promise<Buffer> {
  const kind = kindOf(key);
  if (beginsAsSvg(bytes)) throw new AppError('fileSvg');
  if (!beginsAs(bytes, kind)) throw new AppError('fileUnlike', { type: kind.toUpperCase() });
  if (isTwofold(bytes, kind)) throw new AppError('fileTwofold');
  return kind === 'pdf' ? bytes : await reencode(bytes, kind);
}

export type PictureKind = Exclude<FileKind, 'pdf'>;
const pictureKinds: readonly PictureKind[] = ['png', 'jpeg', 'webp', 'gif'];

/** Checks an image that has no file name, so only its bytes show its type. */
async function checkPicture(bytes: Buffer): Promise<{ readonly kind: PictureKind; readonly bytes: Buffer }> {
  if (beginsAsSvg(bytes)) throw new AppError('fileSvg');
  const kind = pictureKinds.find((each) => beginsAs(bytes, each));
  if (!kind) throw new AppError('notAPicture');
  if (isTwofold(bytes, kind)) throw new AppError('fileTwofold');
  return { kind, bytes: await reencode(bytes, kind) };
}

/** Checks and re-encodes a picture that another feature stores. It waits its turn among all uploads. */
export const readPicture = async (
  ctx: Ctx,
  { bytes, signal }: { readonly bytes: Uint8Array; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly kind: PictureKind; readonly bytes: Buffer }> =>
  await inTurn(ctx, { signal, work: async () => await checkPicture(Buffer.from(bytes)) });

const MOST_UPLOADS_AN_HOUR = 60;

/** Refuses a person who uploads too often. Each feature has a limit of its own. */
export async function spendUpload(ctx: Ctx, about: string): Promise<void> {
  const who = personWho(requireUser(ctx).userId);
  const { isAllowed, freeAt } = await beginTry(ctx, { about, who, most: MOST_UPLOADS_AN_HOUR, withinMs: hours(1) });
  if (isAllowed) return;
  throw new AppError('rateLimited', { seconds: Math.ceil((freeAt.getTime() - ctx.clock.now().getTime()) / 1000) });
}

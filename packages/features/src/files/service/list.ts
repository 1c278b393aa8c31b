import { FILES_PATH, type FileUse, type StoredFile, UploadKey } from '@tally/contract';
import { cursorOfOne } from '@tally/infra/page';
import { AppError, type Ctx, describeToStaff } from '@tally/kernel';

const FOLDER = 'content/';
/** People could not find a file in a longer list. */
export const MOST_FILES = 2_000;

export const storedAt = (key: string): string => FOLDER + key;

const nextFiles = cursorOfOne<string>({
  read: (text) => (UploadKey.safeParse(text).success ? text : undefined),
  write: (key) => key,
});

export async function listFiles(
  ctx: Ctx,
  { limit = MOST_FILES, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<StoredFile[]> {
  const [found, uses] = await Promise.all([listAfter(ctx, nextFiles.read(cursor), limit), listUses(ctx)]);
  return found.map((file) => ({ ...file, usedIn: uses.get(file.key) ?? [] }));
}

async function listAfter(ctx: Ctx, cursor: string | undefined, limit: number) {
  const list: (Required<Omit<StoredFile, 'usedIn'>> & { key: string })[] = [];
  for await (const { key: stored, size, modifiedAt } of ctx.files.list(FOLDER)) {
    const key = stored.slice(FOLDER.length);
    if (cursor !== undefined && key <= cursor) continue;
    if (list.length === limit) break;
    list.push({ key, size, lastModified: modifiedAt.toISOString(), url: ctx.config.webUrl + FILES_PATH + key });
  }
  return list;
}

export const countFiles = async (ctx: Ctx): Promise<number> => await countBelow(ctx, FOLDER);
/** Counts all files, including those of other features. */
export const countAllFiles = async (ctx: Ctx): Promise<number> => await countBelow(ctx, '');

async function countBelow(ctx: Ctx, folder: string): Promise<number> {
  let count = 0;
  for await (const _ of ctx.files.list(folder)) count += 1;
  return count;
}

const NAMED = new RegExp(`${FILES_PATH}([a-z0-9_/.-]*[a-z0-9])`, 'g');

/** Finds where files are used. It reads all our texts at once, because the page shows hundreds of files. */
async function listUses(ctx: Ctx): Promise<ReadonlyMap<string, FileUse[]>> {
  const texts = await Promise.all(ctx.features.map(async ({ staff }) => (await staff?.fileUses?.(ctx)) ?? []));
  const uses = new Map<string, FileUse[]>();
  for (const { title, path, text } of texts.flat()) {
    for (const key of new Set(text.matchAll(NAMED).map(([, named = '']) => named))) {
      uses.set(key, [...(uses.get(key) ?? []), { title, path }]);
    }
  }
  return uses;
}

export async function removeFile(ctx: Ctx, key: string): Promise<void> {
  const stored = storedAt(key);
  if (!UploadKey.safeParse(key).success || !(await ctx.files.find(stored))) throw new AppError('notFound');
  describeToStaff(ctx, { title: key });
  await ctx.files.delete(stored);
}

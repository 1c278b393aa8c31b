import { FILES_PATH, files, UploadKey } from '@tally/contract';
import { AppError, implement, type OpenPath, say } from '@tally/kernel';
import { listFiles, removeFile, storedAt } from './service/list.ts';
import { upload } from './service/upload.ts';

export const routes = implement(files, {
  listFiles: async (ctx, { query }) => await listFiles(ctx, query),
  async uploadFile(ctx, { body, file, signal }) {
    // The API layer already refuses a call without a file, so this only narrows the type.
    if (!file) throw new AppError('badRequest');
    const { isReplaced } = await upload(ctx, { key: body.key, bytes: file.bytes, replace: body.replace, signal });
    return say(ctx.locale, isReplaced ? 'files.replaced' : 'files.saved');
  },
  async removeFile(ctx, { params }) {
    await removeFile(ctx, params.key);
    return say(ctx.locale, 'files.removed');
  },
});

export const openPaths: readonly OpenPath[] = [
  {
    word: FILES_PATH.replaceAll(/^\/|\/$/g, ''),
    async answer(_ctx, { segments }) {
      const { data: key } = UploadKey.safeParse(segments.join('/'));
      if (key === undefined) throw new AppError('notFound');
      return { file: storedAt(key), headers: key.endsWith('.pdf') ? { ...fresh, ...kept } : fresh };
    },
  },
];

/** A replaced file keeps its URL, so browsers must check whether their copy is still current. */
const fresh = { 'cache-control': 'public, no-cache' } as const;
/** We cannot re-encode a document, so browsers must download it instead of opening it on our domain. */
const kept = { 'content-disposition': 'attachment' } as const;

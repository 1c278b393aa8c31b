import { attachmentOf, type DiskFiles } from '@tally/infra/files';
import { AppError, type Ctx } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';
import { privateCache } from './headers.ts';
import { sendFile } from './send-file.ts';

/**
 * Serves `/files/<key>?expires&signature`, the URLs of files on our own disk. With a bucket, URLs lead there instead. A
 * bad signature and a missing file get the same response.
 */
export function answerStoredFiles(app: FastifyInstance, files: Ctx['files'] | undefined): void {
  if (!isOnDisk(files)) return;
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    '/files/*',
    { config: { isOpen: true, isCounted: 'picture' } },
    async (request, reply) => {
      const { expires, signature, name } = request.query;
      const key = request.params['*'];
      const isAsked = typeof expires === 'string' && typeof signature === 'string' && isTextOrNone(name);
      if (!isAsked || !files.isSigned({ key, expires, signature, name })) throw new AppError('notFound');
      reply.headers(privateCache);
      if (name !== undefined) reply.header('content-disposition', attachmentOf(name));
      return await sendFile({ files }, { key, request, reply });
    },
  );
}

const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

const isOnDisk = (files: Ctx['files'] | undefined): files is DiskFiles => files !== undefined && 'isSigned' in files;

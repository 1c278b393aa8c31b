import { contentTypeOf, type DiskFiles } from '@tally/infra/files';
import { AppError, type Ctx } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';
import { privateCache } from './headers.ts';

/**
 * `/files/<key>?expires&signature`: what files on our own disk are read at. With a bucket the addresses lead there
 * and nothing asks here. A bad signature and a missing file look alike from outside.
 */
export function answerStoredFiles(app: FastifyInstance, files: Ctx['files'] | undefined): void {
  if (!isOnDisk(files)) return;
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    '/files/*',
    { config: { isOpen: true } },
    async (request, reply) => {
      const { expires, signature } = request.query;
      const key = request.params['*'];
      const isAsked = typeof expires === 'string' && typeof signature === 'string';
      if (!isAsked || !files.isSigned({ key, expires, signature })) throw new AppError('notFound');
      const stream = await files.stream(key);
      if (!stream) throw new AppError('notFound');
      return reply.headers(privateCache).header('content-type', contentTypeOf(key)).send(stream);
    },
  );
}

const isOnDisk = (files: Ctx['files'] | undefined): files is DiskFiles => files !== undefined && 'isSigned' in files;

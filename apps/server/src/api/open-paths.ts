import { Readable } from 'node:stream';
import { contentTypeOf } from '@tally/infra/files';
import { AppError, type Ctx, type OpenPath, type OpenRequest } from '@tally/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseRange } from './range.ts';

/** Addresses of ours that are given to programs of others: `/<word>/…`. */
export function answerOpenPaths(app: FastifyInstance, paths: readonly OpenPath[]): void {
  for (const path of paths) {
    app.get<{ Params: { '*': string } }>(`/${path.word}/*`, { config: { isOpen: true } }, async (request, reply) => {
      const ctx = request.ctx as Ctx;
      const answer = await path.answer(ctx, read(request));
      reply.headers(answer.headers);
      if ('file' in answer) return await sendFile(ctx, { key: answer.file, request, reply });
      return reply.code(answer.status).send(answer.body);
    });
  }
}

function read(request: FastifyRequest<{ Params: { '*': string } }>): OpenRequest {
  const query = Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    [value].flat()[0],
  ]);
  return {
    segments: request.params['*'].split('/').filter((segment) => segment !== ''),
    query: Object.fromEntries(query) as OpenRequest['query'],
    userAgent: request.headers['user-agent'] ?? '',
  };
}

interface Sending {
  readonly key: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Players ask for parts, and some ask with HEAD first. */
async function sendFile({ files }: Ctx, { key, request, reply }: Sending): Promise<FastifyReply> {
  const size = await files.size(key);
  if (size === null) throw new AppError('notFound');
  reply.header('accept-ranges', 'bytes').header('content-type', contentTypeOf(key));
  const range = chooseRange(request.headers.range, size);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  // Of anything but a stream Fastify counts the length anew.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const stream = await files.stream(key, range ?? undefined);
  if (!stream) throw new AppError('notFound');
  return reply.send(stream);
}

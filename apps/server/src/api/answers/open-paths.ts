import type { Ctx, OpenPath, OpenRequest } from '@tally/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFile } from './send-file.ts';

/** Serves the URLs that we give to other programs: `/<word>/…`. */
export function answerOpenPaths(app: FastifyInstance, paths: readonly OpenPath[]): void {
  for (const path of paths) {
    app.get<{ Params: { '*': string } }>(
      `/${path.word}/*`,
      { config: { isOpen: true, isCounted: 'picture' } },
      async (request, reply) => {
        const ctx = request.ctx as Ctx;
        const answer = await path.answer(ctx, read(request));
        reply.headers(answer.headers);
        if ('file' in answer) return await sendFile(ctx, { key: answer.file, request, reply });
        return reply.code(answer.status).send(answer.body);
      },
    );
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

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { etagOf, isKnownTo, jsonType, publicCache } from '../answers/headers.ts';
import type { OpenApiDocument } from './openapi.ts';
import { drawDocs } from './page.ts';

// Allows only the page's own two files: no inline script or style, nothing from other hosts.
const policy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Serves `/openapi.json` and `/docs`, built once at the first request. */
export function answerDocs(app: FastifyInstance, describe: () => OpenApiDocument): void {
  let made: OpenApiDocument | undefined;
  const document = () => (made ??= describe());
  const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
  serveText(app, '/openapi.json', jsonType, () => JSON.stringify(document()));
  serveText(app, '/docs', 'text/html; charset=utf-8', () => drawDocs(document()));
  serveText(app, '/docs/page.css', 'text/css; charset=utf-8', () => read('page.css'));
  serveText(app, '/docs/page.js', 'text/javascript; charset=utf-8', () => read('page.js'));
}

function serveText(app: FastifyInstance, path: string, type: string, make: () => string | Promise<string>): void {
  let text: Promise<string> | undefined;
  app.get(path, { config: { isOpen: true, isCounted: 'call' } }, async (request, reply) => {
    text ??= Promise.resolve(make());
    const body = await text;
    const etag = etagOf(body);
    reply.headers({ ...publicCache, ...policy, etag });
    if (isKnownTo(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.header('content-type', type).send(body);
  });
}

import type { AnyEndpoint } from '@tally/contract';
import type { Ctx, Download, Events, Redirect } from '@tally/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { etagOf, isKnownTo, jsonType, lastingCache, privateCache, publicCache } from './headers.ts';

/** Sends a handler's result in the form that the endpoint declares. */
export function sendAnswer(about: {
  ctx: Ctx;
  endpoint: AnyEndpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  result: unknown;
  query: Readonly<Record<string, unknown>>;
  openStream: (events: Events) => FastifyReply;
}): FastifyReply {
  const { endpoint, reply, result } = about;
  if (endpoint.answers === 'download' && isA<Download>(result, 'stream')) return sendDownload(endpoint, reply, result);
  if (endpoint.answers === 'events' && isA<Events>(result, 'events')) return about.openStream(result);
  if (endpoint.answers === 'redirect' && isA<Redirect>(result, 'redirectTo')) {
    reply.headers(privateCache);
    if (about.query['noRedirect'] !== true) return reply.redirect(result.redirectTo, 302);
    return sendText(reply, successText(result.redirectTo));
  }
  return sendEnvelope(about, envelopeOf(endpoint, result));
}

const written = new WeakMap<object, { readonly endpoint: AnyEndpoint; readonly text: string }>();

/**
 * Returns the answer as text, without fields that the contract does not name. A frozen result never changes, so the
 * text of a cached one is built once.
 */
export function envelopeOf(endpoint: AnyEndpoint, result: unknown): string {
  const isLasting = typeof result === 'object' && result !== null && Object.isFrozen(result);
  const known = isLasting ? written.get(result) : undefined;
  if (known?.endpoint === endpoint) return known.text;
  const text = successText(z.encode(endpoint.reply, result));
  if (isLasting) written.set(result, { endpoint, text });
  return text;
}

export const successText = (data: unknown): string => JSON.stringify({ status: 200, data });

function sendEnvelope(
  about: { ctx: Ctx; endpoint: AnyEndpoint; request: FastifyRequest; reply: FastifyReply },
  text: string,
) {
  const { ctx, endpoint, request, reply } = about;
  // A redirect leads to a URL that soon expires, so it is not cached.
  const isLasting = endpoint.method === 'GET' && endpoint.answers !== 'redirect';
  const isPublic = request.method !== 'POST' && isLasting && endpoint.access.who === 'anyone';
  if (!isPublic || ctx.caller.kind !== 'anonymous') return sendText(reply.headers(privateCache), text);
  const etag = etagOf(text);
  reply.headers(publicCache).header('etag', etag);
  return isKnownTo(etag, request.headers['if-none-match']) ? reply.code(304).send() : sendText(reply, text);
}

export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', jsonType).send(text);

function sendDownload({ isPicture }: AnyEndpoint, reply: FastifyReply, file: Download): FastifyReply {
  // RFC 6266 requires an ASCII name for old clients, plus the real one.
  const plain = file.fileName.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(file.fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return reply
    .headers(isPicture ? lastingCache : privateCache)
    .header('content-type', file.contentType)
    .header(
      'content-disposition',
      `${isPicture ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    )
    .send(file.stream);
}

function isA<T extends object>(value: unknown, key: keyof T): value is T {
  return typeof value === 'object' && value !== null && key in value;
}

import { Readable } from 'node:stream';
import { type ByteRange, contentTypeOf } from '@tally/infra/files';
import { AppError, type Ctx } from '@tally/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileHeaders, isKnownTo, strongEtagOf } from './headers.ts';

interface Sending {
  readonly key: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * A client with the beginning of an older file gets the whole new file:
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-range. A date is not enough, since a file may be stored twice within a
 * second.
 */
function rangeFor({ headers }: FastifyRequest, etag: string): string | undefined {
  const known = headers['if-range'];
  return known === undefined || known === etag ? headers.range : undefined;
}

/**
 * Returns the requested range. Null means the whole file, also for several ranges or an invalid header. `none` means
 * that the range is beyond the end. https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
function chooseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return last === '0' ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'none';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Sends a file. Players request ranges, and some send HEAD first. */
export async function sendFile({ files }: Pick<Ctx, 'files'>, { key, request, reply }: Sending): Promise<FastifyReply> {
  const head = await files.find(key);
  if (!head) throw new AppError('notFound');
  const { size } = head;
  const etag = strongEtagOf(head.version);
  reply
    .headers(fileHeaders)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('content-type', contentTypeOf(key));
  if (isKnownTo(etag, request.headers['if-none-match'])) return reply.code(304).send();
  const range = chooseRange(rangeFor(request, etag), size);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  // Fastify recomputes the length unless the body is a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const stream = await files.stream(key, range ?? undefined);
  if (!stream) throw new AppError('notFound');
  return reply.send(stream);
}

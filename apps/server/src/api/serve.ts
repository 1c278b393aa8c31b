import { type Access, type AnyEndpoint, flagOf } from '@tally/contract';
import { AppError, type Ctx, type Events, type Route, say, type UploadedFile, withCaller } from '@tally/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer, sendText } from './answers/answer.ts';
import { privateCache } from './answers/headers.ts';
import { LiveCall } from './answers/live-call.ts';
import type { Streams } from './answers/streams.ts';
import { readForm } from './requests/body.ts';
import { type ReadParts, readParts } from './requests/fields.ts';
import { type Gate, placeOfName } from './requests/gate.ts';
import { answerOnce, repeatableCall } from './requests/once.ts';
import { recorded, staffCallOf } from './requests/staff-call.ts';
import type { Stopping } from './stopping.ts';

export interface Serving {
  readonly endpoint: AnyEndpoint;
  readonly name: string;
  readonly route: Route | undefined;
  readonly gate: Gate;
  readonly stopping: Stopping;
  readonly streams: Streams;
}

/**
 * Handles one call from its headers to its answer. The order matters: access is checked before the caller learns about
 * bad fields or unbuilt calls, and before an upload is read.
 */
export async function serve(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  serving.stopping.begin();
  try {
    return await carryOut(serving, request, reply);
  } finally {
    serving.stopping.end();
  }
}

async function carryOut(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, gate, route } = serving;
  const ctx = request.ctx as Ctx;
  const before = readParts(endpoint, { params: request.params, query: request.query, body: request.body }, ctx.locale);
  if ('param' in endpoint.access) refuseUnreadable(endpoint.access, before);
  await gate.admit(ctx, endpoint, before);
  if (!route) throw new AppError('notBuilt');

  const { parts, file } = endpoint.upload
    ? await readUpload(ctx, endpoint, endpoint.upload, request)
    : { parts: before, file: undefined };
  if (parts.problems.length > 0) throw new AppError('invalidFields', {}, parts.problems);
  await requireFlag(serving, ctx, parts);

  const call = new LiveCall({ serving, parts, file, reply });
  const repeatable = repeatableCall({ ctx, endpoint, request, file });
  if (repeatable) {
    const { text, isRepeated } = await answerOnce(
      ctx,
      { call: repeatable, endpoint },
      async (held) => await handle(serving, route, held, call),
    );
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return sendText(reply.headers(privateCache), text);
  }
  const result = await handle(serving, route, ctx, call);
  const openStream = ({ events }: Events): FastifyReply =>
    serving.streams.open({
      ctx,
      reply,
      events,
      closing: serving.stopping.signal,
      async admitAgain() {
        const now = withCaller(ctx, await gate.recognise(ctx, request.headers.authorization));
        gate.requireLogin(now, endpoint.access);
        await gate.admit(now, endpoint, parts);
        await requireFlag(serving, now, parts);
      },
    });
  return sendAnswer({ ctx, endpoint, request, reply, result, query: parts.query, openStream });
}

/** Every staff call gets a line in the record, so none can be missed. */
async function handle({ endpoint, name }: Serving, route: Route, ctx: Ctx, call: LiveCall): Promise<unknown> {
  const work = async (own: Ctx): Promise<unknown> => await route.handler(own, call);
  const made = staffCallOf(name, endpoint, ctx, call);
  return made ? await recorded(ctx, made, work) : await work(ctx);
}

async function requireFlag({ endpoint, gate }: Serving, ctx: Ctx, parts: ReadParts): Promise<void> {
  const flag = flagOf(endpoint, parts);
  if (flag && 'param' in endpoint.access) {
    await gate.requireFlag(ctx, flag, String(parts.params[endpoint.access.param]));
  }
}

/** A malformed parameter that decides access is refused immediately, because access cannot be checked. */
function refuseUnreadable(access: Extract<Access, { param: string }>, parts: ReadParts): void {
  const where = placeOfName(access);
  if (parts.unread.has(where)) throw new AppError('invalidFields', {}, parts.problems);
}

async function readUpload(
  ctx: Ctx,
  endpoint: AnyEndpoint,
  upload: NonNullable<AnyEndpoint['upload']>,
  request: FastifyRequest,
): Promise<{ parts: ReadParts; file: UploadedFile | undefined }> {
  const form = await readForm(request, upload);
  const parts = readParts(endpoint, { params: request.params, query: request.query, body: form.fields }, ctx.locale);
  if (form.file) return { parts, file: form.file };
  const missing = `${upload.field}: ${say(ctx.locale, 'fields.file')}`;
  return { parts: { ...parts, problems: [...parts.problems, missing] }, file: undefined };
}

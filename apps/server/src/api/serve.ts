import { type AnyEndpoint, flagOf } from '@tally/contract';
import { AppError, type Call, type Ctx, type Route, say, type UploadedFile } from '@tally/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelopeOf, sendAnswer, sendText } from './answer.ts';
import { readForm } from './body.ts';
import { type ReadParts, readParts } from './fields.ts';
import type { Gate } from './gate.ts';
import { privateCache } from './headers.ts';
import { answerOnce, repeatableCall } from './once.ts';

export interface Serving {
  readonly endpoint: AnyEndpoint;
  readonly name: string;
  readonly route: Route | undefined;
  readonly gate: Gate;
  /** Aborted when the process begins to stop: streams that never end by themselves end now. */
  readonly closing: AbortSignal;
}

/**
 * One call from its headers to its answer. The order matters: who may call is settled before the caller learns
 * which fields are wrong or that the call is not built, and before an upload is read.
 */
export async function serve(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, gate, route } = serving;
  const ctx = request.ctx as Ctx;
  const before = readParts(endpoint, { params: request.params, query: request.query, body: request.body }, ctx.locale);
  await admit(ctx, gate, endpoint, before);
  if (!route) throw new AppError('notBuilt');

  const { parts, file } = endpoint.upload
    ? await readUpload(ctx, endpoint, endpoint.upload, request)
    : { parts: before, file: undefined };
  if (parts.problems.length > 0) throw new AppError('invalidFields', {}, parts.problems);
  const flag = flagOf(endpoint, parts);
  if (flag && 'param' in endpoint.access) {
    await gate.requireFlag(ctx, flag, String(parts.params[endpoint.access.param]));
  }

  const call = callOf(serving, parts, file, reply);
  const repeatable = repeatableCall({ ctx, endpoint, request, file });
  if (repeatable) {
    const work = async () => envelopeOf(endpoint, await route.handler(ctx, call));
    const { text, isRepeated } = await answerOnce(ctx, repeatable, work);
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return sendText(reply.headers(privateCache), text);
  }
  const result = await route.handler(ctx, call);
  return sendAnswer({ ctx, endpoint, request, reply, result, query: parts.query, closing: serving.closing });
}

/** A parameter that the access rule needs but that does not make sense is told at once: there is nobody to ask about. */
async function admit(ctx: Ctx, gate: Gate, endpoint: AnyEndpoint, parts: ReadParts): Promise<void> {
  const access = endpoint.access;
  if ('param' in access) {
    const where = 'in' in access ? access.in : 'params';
    const isUnreadable = parts[where][access.param] === undefined && parts.unread.has(where);
    if (isUnreadable) throw new AppError('invalidFields', {}, parts.problems);
  }
  await gate.admit(ctx, endpoint, (where, name) => parts[where][name]);
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

/** The signal is made only when a handler looks at it: most calls are over before anybody could leave. */
function callOf(
  { endpoint, closing }: Serving,
  parts: ReadParts,
  file: UploadedFile | undefined,
  reply: FastifyReply,
): Call<AnyEndpoint> {
  let signal: AbortSignal | undefined;
  return {
    params: parts.params as never,
    query: parts.query as never,
    body: parts.body as never,
    file,
    get signal() {
      // Only a stream of events has no end of its own, so only there our stopping ends it.
      signal ??= endpoint.answers === 'events' ? AbortSignal.any([leaving(reply), closing]) : leaving(reply);
      return signal;
    },
  };
}

function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller went away'));
  });
  return controller.signal;
}

import type { AnyEndpoint } from '@tally/contract';
import { claim, dropClaim, hashRequest, type IdempotentCall, keepAnswer } from '@tally/infra/idempotency';
import { AppError, type Ctx, say, type UploadedFile } from '@tally/kernel';
import type { FastifyRequest } from 'fastify';

/**
 * A POST with an `Idempotency-Key` is carried out once: sent again with the same key it gets the first answer.
 * Only for people who are logged in, and only where the answer is a text that can be kept: what a login answers
 * is a secret, and a file is no answer to store.
 */
export function repeatableCall(about: {
  ctx: Ctx;
  endpoint: AnyEndpoint;
  request: FastifyRequest;
  file: UploadedFile | undefined;
}): IdempotentCall | undefined {
  const { ctx, endpoint, request, file } = about;
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'POST' || endpoint.answers !== 'envelope') return undefined;
  if (ctx.caller.kind !== 'user') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalidFields', {}, [`Idempotency-Key: ${say(ctx.locale, 'fields.format')}`]);
  }
  const body = file ? file.bytes : (request.bodyText ?? '');
  return { caller: ctx.caller.userId, key, requestHash: hashRequest(request.method, request.url, body) };
}

/** Runs `work` unless this very call was answered before. A refusal keeps nothing: it may be tried again. */
export async function answerOnce(
  ctx: Ctx,
  call: IdempotentCall,
  work: () => Promise<string>,
): Promise<{ text: string; isRepeated: boolean }> {
  const held = await claim(ctx, call);
  switch (held.kind) {
    case 'answered':
      return { text: held.body, isRepeated: true };
    case 'running':
      throw new AppError('conflict', { seconds: 1 });
    case 'reused':
      throw new AppError('idempotencyKeyReused');
    case 'new':
      break;
  }
  const { claimedAt } = held;
  let text: string;
  try {
    text = await work();
  } catch (error) {
    await dropClaim(ctx, call, claimedAt);
    throw error;
  }
  await keepAnswer(ctx, call, { claimedAt, status: 200, body: text });
  return { text, isRepeated: false };
}

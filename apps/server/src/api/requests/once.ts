import type { AnyEndpoint } from '@tally/contract';
import {
  type Claim,
  claim,
  dropAnswer,
  dropClaim,
  type HeldCall,
  hashRequest,
  type IdempotentCall,
  keepText,
  readAnswer,
} from '@tally/infra/idempotency';
import { AppError, type Ctx, say, seconds, type UploadedFile } from '@tally/kernel';
import type { FastifyRequest } from 'fastify';
import { envelopeOf } from '../answers/answer.ts';

/**
 * A call declared `once` with an `Idempotency-Key` runs once, and a repeat with the same key gets the first answer.
 * Works only for logged-in people, because a key belongs to a person.
 */
export function repeatableCall(about: {
  ctx: Ctx;
  endpoint: AnyEndpoint;
  request: FastifyRequest;
  file: UploadedFile | undefined;
}): IdempotentCall | undefined {
  const { ctx, endpoint, request, file } = about;
  const key = request.headers['idempotency-key'];
  if (key === undefined || !endpoint.once || ctx.caller.kind !== 'user') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('invalidFields', {}, [`Idempotency-Key: ${say(ctx.locale, 'fields.format')}`]);
  }
  const body = file ? file.bytes : (request.bodyText ?? '');
  return { caller: ctx.caller.userId, key, requestHash: hashRequest(request.method, request.url, body) };
}

/** Runs `work` unless this very call was already answered. A refusal is not stored, so the caller may retry. */
export async function answerOnce(
  ctx: Ctx,
  about: { readonly call: IdempotentCall; readonly endpoint: AnyEndpoint },
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<{ text: string; isRepeated: boolean }> {
  const { call, endpoint } = about;
  const claimed = await claimInTurn(ctx, call);
  if (claimed.kind === 'answered') return { text: readAnswer(ctx, call, claimed), isRepeated: true };
  const held: HeldCall = { call, claimedAt: claimed.claimedAt, write: (reply) => envelopeOf(endpoint, reply) };
  let text: string;
  try {
    text = held.write(await work({ ...ctx, held }));
  } catch (error) {
    const drop = error instanceof AppError ? dropAnswer : dropClaim;
    await drop(ctx, call, held.claimedAt);
    throw error;
  }
  await keepText(ctx, held, text);
  return { text, isRepeated: false };
}

/** This is shorter than a page waits for an answer. */
const LONGEST_WAIT_MS = seconds(25);

/** Waits while the first call with this key runs. If that call fails, the next waiting one runs. */
async function claimInTurn(
  ctx: Ctx,
  call: IdempotentCall,
): Promise<Extract<Claim, { kind: 'new' }> | Extract<Claim, { kind: 'answered' }>> {
  const until = ctx.timers.nowMs() + LONGEST_WAIT_MS;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const claimed = await claim(ctx, call);
    switch (claimed.kind) {
      case 'new':
      case 'answered':
        return claimed;
      case 'reused':
        throw new AppError('idempotencyKeyReused');
      case 'running':
        if (ctx.timers.nowMs() >= until) throw new AppError('callStillRunning', { seconds: 30 });
        await ctx.timers.pause(pauseMs);
    }
  }
}

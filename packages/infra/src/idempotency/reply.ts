import { AppError, type Ctx } from '@tally/kernel';
import { type Secrets, UnreadableSecretError } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import { type Claim, type IdempotentCall, keepAnswer, keepAnswerWithin } from './store.ts';

/** The call of a use case that runs while its key is held. */
export interface HeldCall {
  readonly call: IdempotentCall;
  readonly claimedAt: Date;
  /** Converts the reply to the text that is sent. */
  readonly write: (reply: unknown) => string;
}

type Doors = Pick<Ctx, 'db' | 'secrets'>;

const purposeOf = ({ caller, key }: IdempotentCall): string => `idempotency:${caller}:${key}`;
const answerOf = ({ secrets }: Doors, { call, claimedAt }: HeldCall, text: string) => ({
  claimedAt,
  status: 200,
  // The answer is encrypted, because it may contain an invitation code or a person's address.
  body: secrets.encrypt(purposeOf(call), text),
});

/**
 * Stores the reply in the transaction that does the work. If a process dies right after the commit, the answer remains,
 * and a repeat does not run the work again. Does nothing for calls without a key.
 */
export async function keepReply(ctx: Doors & Pick<Ctx, 'held'>, tx: Db, reply: unknown): Promise<void> {
  const { held } = ctx;
  if (!held || reply === undefined) return;
  const isKept = await keepAnswerWithin(tx, held.call, answerOf(ctx, held, held.write(reply)));
  // Another process now holds the key and runs the call.
  if (!isKept) throw new AppError('callStillRunning');
}

/** Stores the answer after the work, unless `keepReply` already did. */
export const keepText = async (ctx: Doors, held: HeldCall, text: string): Promise<void> =>
  await keepAnswer(ctx, held.call, answerOf(ctx, held, text));

export function readAnswer(
  { secrets }: { readonly secrets: Secrets },
  call: IdempotentCall,
  { body }: Extract<Claim, { kind: 'answered' }>,
): string {
  try {
    return secrets.decrypt(purposeOf(call), body);
  } catch (error) {
    // The call ran, but its answer can no longer be read.
    if (error instanceof UnreadableSecretError) throw new AppError('idempotencyKeyReused');
    throw error;
  }
}

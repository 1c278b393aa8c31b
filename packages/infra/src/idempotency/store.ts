import { createHash } from 'node:crypto';
import type { Clock } from '@tally/kernel';
import { days, minutes } from '@tally/kernel';
import type { Db } from '../db/index.ts';
import { and, eq, isNull, lt, lte, or } from '../sql/index.ts';
import { idempotencyKeys } from './tables.ts';

type Doors = { readonly db: Db; readonly clock: Clock };

export interface IdempotentCall {
  /** The owner of the key. Two people may choose the same key. */
  readonly caller: string;
  readonly key: string;
  /** A hash of method, path and body (see `hashRequest`). */
  readonly requestHash: string;
}

export type Claim =
  /** The caller holds the key: it runs the call and then calls `keepAnswer` or `dropClaim`. */
  | { readonly kind: 'new'; readonly claimedAt: Date }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** The first call with this key is still running. */
  | { readonly kind: 'running' }
  /** The key was used for a different request. */
  | { readonly kind: 'reused' };

/** How long an answer is kept. An unfinished call counts as abandoned after this time. */
const keptFor = days(1);
const leaseFor = minutes(2);

export const hashRequest = (method: string, path: string, body: Uint8Array | string): string =>
  createHash('sha256').update(`${method} ${path}\n`).update(body).digest('base64url');

/** Among any number of parallel calls, exactly one gets `new`. */
export async function claim({ db, clock }: Doors, call: IdempotentCall): Promise<Claim> {
  const now = clock.now();
  const fresh = {
    requestHash: call.requestHash,
    status: null,
    body: null,
    claimedAt: now,
    leaseUntil: new Date(now.getTime() + leaseFor),
    expiresAt: new Date(now.getTime() + keptFor),
  };
  const won = await db
    .insert(idempotencyKeys)
    .values({ caller: call.caller, key: call.key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: fresh,
      // Takes over only an expired key, or the same call after its process died.
      setWhere: or(
        lte(idempotencyKeys.expiresAt, now),
        and(
          isNull(idempotencyKeys.status),
          lte(idempotencyKeys.leaseUntil, now),
          eq(idempotencyKeys.requestHash, call.requestHash),
        ),
      ),
    })
    .returning({ key: idempotencyKeys.key });
  if (won.length > 0) return { kind: 'new', claimedAt: now };

  const [held] = await db.select().from(idempotencyKeys).where(isHeldBy(call));
  // The row was dropped between the two statements because that call failed. The caller may retry.
  if (!held) return { kind: 'running' };
  if (held.requestHash !== call.requestHash) return { kind: 'reused' };
  if (held.status === null) return { kind: 'running' };
  return { kind: 'answered', status: held.status, body: held.body ?? '' };
}

const isHeldBy = ({ caller, key }: IdempotentCall) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));

/** True only while the claim is ours. A slow call must not overwrite the answer of the call that took over. */
const isOurs = (call: IdempotentCall, claimedAt: Date) =>
  and(isHeldBy(call), isNull(idempotencyKeys.status), eq(idempotencyKeys.claimedAt, claimedAt));

export async function keepAnswer(
  { db }: Pick<Doors, 'db'>,
  call: IdempotentCall,
  answer: { readonly claimedAt: Date; readonly status: number; readonly body: string },
): Promise<void> {
  const { claimedAt, status, body } = answer;
  await db.update(idempotencyKeys).set({ status, body }).where(isOurs(call, claimedAt));
}

/**
 * Stores the answer in the transaction of the work, so it survives if the process dies right after the commit. Returns
 * false if another process has taken the call over, so this work must not be committed.
 */
export async function keepAnswerWithin(
  tx: Db,
  call: IdempotentCall,
  answer: { readonly claimedAt: Date; readonly status: number; readonly body: string },
): Promise<boolean> {
  const { claimedAt, status, body } = answer;
  const { rowCount } = await tx.update(idempotencyKeys).set({ status, body }).where(isOurs(call, claimedAt));
  return rowCount === 1;
}

/** Called after a failure on our side. Nothing happened, so the caller may immediately retry with the same key. */
export async function dropClaim({ db }: Pick<Doors, 'db'>, call: IdempotentCall, claimedAt: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(isOurs(call, claimedAt));
}

/**
 * Called after a refusal, even one that comes after the commit, such as a message that could not be posted. The stored
 * answer would be wrong.
 */
export async function dropAnswer({ db }: Pick<Doors, 'db'>, call: IdempotentCall, claimedAt: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isHeldBy(call), eq(idempotencyKeys.claimedAt, claimedAt)));
}

/** Ends open calls in a database that only one process can open, because the process that ran them is dead. */
export async function endClaims({ db, clock }: Doors): Promise<void> {
  await db.update(idempotencyKeys).set({ leaseUntil: clock.now() }).where(isNull(idempotencyKeys.status));
}

export async function forgetOld({ db, clock }: Doors): Promise<number> {
  const { rowCount } = await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, clock.now()));
  return rowCount ?? 0;
}

export async function forgetCaller({ db }: Pick<Doors, 'db'>, caller: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, caller));
}

import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { listInDigests } from '../store/held.ts';
import { fanOutOf, targetOf } from './stopped-digests.ts';

/** Retries a failed digest. Null if it no longer has held events. */
export async function renewDigest(ctx: Ctx, delivery: Delivery) {
  if (!(await listWithContents(ctx.db, [delivery])).has(delivery.dedupeKey)) return null;
  // A deleted channel never comes back. The digest waits until its streamers post elsewhere.
  const skip = delivery.reason === 'unknownChannel' ? delivery.reason : undefined;
  return { fanOut: fanOutOf(ctx), target: { ...targetOf(delivery), skip }, name: '' };
}

/** Returns the keys of the digests that still have unsent events. */
export async function listWithContents(
  db: Db,
  digests: readonly Pick<Delivery, 'serverId' | 'dedupeKey'>[],
): Promise<ReadonlySet<string | null>> {
  const serverIds = [...new Set(digests.map(({ serverId }) => serverId))];
  const keys = digests.map(({ dedupeKey }) => dedupeKey);
  return new Set((await listInDigests(db, serverIds, keys)).map(({ digestKey }) => digestKey));
}

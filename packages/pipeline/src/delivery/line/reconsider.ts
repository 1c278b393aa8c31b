import type { DeliveryReason } from '@tally/contract';
import { afterCommit, type Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { listOpen, type OpenDelivery, updateOpen } from '../store/reconsider.ts';
import type { DeliveryState } from '../words.ts';
import type { FanOut, Target } from './intend.ts';
import { openTurns } from './turns.ts';

export type { OpenDelivery } from '../store/reconsider.ts';

/**
 * Lists those deliveries that can still change: the ones waiting to be sent, and the ones skipped for one of these
 * reasons.
 */
export async function listOpenDeliveries(
  ctx: Ctx,
  dedupeKeys: readonly string[],
  reasons: readonly DeliveryReason[],
): Promise<OpenDelivery[]> {
  return await listOpen(ctx.db, dedupeKeys, reasons);
}

/**
 * Decides again about messages that are not visible yet. A skipped one is sent after all; a waiting one is skipped or
 * moved. A message that was sent to Discord stays as it is. Returns the keys that changed. If `from` contains only
 * `skipped` and `failed`, a second call for the same message changes nothing.
 */
export async function reconsider(
  ctx: Ctx,
  tx: Db,
  fanOut: FanOut,
  targets: readonly Target[],
  from: readonly DeliveryState[] = ['queued', 'skipped'],
): Promise<ReadonlySet<string>> {
  if (targets.length === 0) return new Set();
  const now = ctx.clock.now();
  const turnOf = openTurns(now);
  const placed = targets.map((target) => ({ ...target, turn: turnOf(target) }));
  const changed = await updateOpen(tx, fanOut, placed, { now, from });
  await afterCommit(ctx.wake.senders);
  return changed;
}

import { randomUUID } from 'node:crypto';
import type { ChannelId, DeliveryReason, ServerId } from '@tally/contract';
import { afterCommit, type Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { changeWanted, insertDeliveries, type NewDelivery } from './store.ts';
import type { Delivery } from './tables.ts';
import { wakeSenders } from './wake.ts';

/** A message that an owner wants to stand in a channel. */
export interface Intention {
  /** Subscription, session and kind: the same thing is never intended twice. */
  readonly dedupeKey: string;
  readonly owner: string;
  readonly serverId: ServerId;
  readonly subject: string;
  readonly sessionId?: string | undefined;
  readonly kind: string;
  readonly channelId: ChannelId;
  readonly payload: MessagePayload;
  readonly priority?: number | undefined;
  readonly detectedAt: Date;
  readonly giveUpAt: Date;
  /** Known already that it must not be posted; it still gets its row, so that its owner can see why. */
  readonly skip?: { reason: DeliveryReason; values?: Record<string, string | number> } | undefined;
}

/** Writes the journal rows inside the caller's transaction; senders wake when it is committed. */
export async function intend(ctx: Ctx, tx: Db, intentions: readonly Intention[]): Promise<Delivery[]> {
  const now = ctx.clock.now();
  const rows = await insertDeliveries(
    tx,
    intentions.map((intention) => asRow(intention, now)),
  );
  await afterCommit(wakeSenders);
  return rows;
}

function asRow({ skip, ...intention }: Intention, now: Date): NewDelivery {
  return {
    ...intention,
    id: randomUUID(),
    state: skip ? 'skipped' : 'queued',
    reason: skip?.reason ?? null,
    reasonValues: skip?.values ?? {},
    nextAttemptAt: skip ? null : now,
    matchedAt: now,
    queuedAt: now,
  };
}

/** The message shall say something else. Nothing happens to one that was skipped or refused. */
export async function amend(
  ctx: Ctx,
  tx: Db,
  dedupeKey: string,
  change: { payload: MessagePayload; giveUpAt: Date },
): Promise<Delivery | null> {
  const row = await changeWanted(tx, dedupeKey, change, ctx.clock.now());
  await afterCommit(wakeSenders);
  return row;
}

/** The message shall go. */
export async function withdraw(
  ctx: Ctx,
  tx: Db,
  dedupeKey: string,
  change: { giveUpAt: Date },
): Promise<Delivery | null> {
  const row = await changeWanted(tx, dedupeKey, { ...change, wanted: 'absent' }, ctx.clock.now());
  await afterCommit(wakeSenders);
  return row;
}

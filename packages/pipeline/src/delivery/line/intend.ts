import { randomUUID } from 'node:crypto';
import type { ChannelId, DeliveryReason, ServerId } from '@tally/contract';
import { afterCommit, type Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Identity } from '../sending/compose.ts';
import { callSenders, changeWanted, insertDeliveries, type NewDelivery } from '../store/wanted.ts';
import type { Delivery, DeliveryFacts } from '../tables.ts';
import type { Lane } from '../words.ts';
import { openTurns } from './turns.ts';

/** A message that an owner wants in a channel. */
export interface Intention {
  /** Subscription, session and kind: the same thing is never intended twice. */
  readonly dedupeKey: string;
  readonly owner: string;
  readonly serverId: ServerId;
  readonly subject: string;
  readonly sessionId?: string | undefined;
  readonly kind: string;
  readonly channelId: ChannelId;
  /** Absent: the owner's `compose` provides it when the message is about to be sent. */
  readonly payload?: MessagePayload | null | undefined;
  /** The owner's own facts, for its `compose`. */
  readonly about?: DeliveryFacts | undefined;
  /** Only with a ready payload: a composition brings its own. */
  readonly identity?: Identity | null | undefined;
  readonly publish?: boolean | undefined;
  readonly thread?: string | null | undefined;
  /** `webhook` if another identity is expected, `either` if the bot's own identity may use a webhook. */
  readonly lane?: Lane | undefined;
  /** Higher goes first. Among equals, fan-outs take turns. */
  readonly priority?: number | undefined;
  readonly detectedAt: Date;
  readonly giveUpAt: Date;
  /** Set if we know that it must not be posted. It still gets its row, so its owner can see why. */
  readonly skip?: { reason: DeliveryReason; values?: Record<string, string | number> } | undefined;
}

/**
 * Writes the journal rows in the caller's transaction; senders wake when it commits. One call is one fan-out: its rows
 * keep their order.
 */
export async function intend(ctx: Ctx, tx: Db, intentions: readonly Intention[]): Promise<Delivery[]> {
  const now = ctx.clock.now();
  const turnOf = openTurns(now);
  const rows = await insertDeliveries(
    tx,
    intentions.map((intention) => asRow(intention, turnOf(intention), now)),
  );
  await callSenders(tx, ctx.wake.caller, rows);
  await afterCommit(ctx.wake.senders);
  return rows;
}

function asRow({ skip, ...intention }: Intention, turn: number, now: Date): NewDelivery {
  return {
    ...intention,
    id: randomUUID(),
    state: skip ? 'skipped' : 'queued',
    reason: skip?.reason ?? null,
    reasonValues: skip?.values ?? {},
    nextAttemptAt: skip ? null : now,
    inLine: !skip,
    turn,
    matchedAt: now,
    queuedAt: now,
  };
}

/**
 * Changes the message: with a new payload, or with new facts for the owner's `compose`. With neither, the owner
 * composes it again. A skipped or refused message stays as it is, unless it was posted and only an edit was refused.
 */
export async function amend(
  ctx: Ctx,
  tx: Db,
  dedupeKey: string,
  change: { payload?: MessagePayload | null; about?: DeliveryFacts; giveUpAt: Date },
): Promise<Delivery | null> {
  const row = await changeWanted(tx, dedupeKey, change, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return row;
}

/** Takes the message back: it is deleted, or never sent. */
export async function withdraw(
  ctx: Ctx,
  tx: Db,
  dedupeKey: string,
  change: { giveUpAt: Date },
): Promise<Delivery | null> {
  const row = await changeWanted(tx, dedupeKey, { ...change, wanted: 'absent' }, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return row;
}

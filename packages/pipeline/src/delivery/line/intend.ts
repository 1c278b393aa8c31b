import type { ChannelId, DeliveryReason, Platform, ServerId } from '@tally/contract';
import { afterCommit, type Db, isInTransaction } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Identity } from '../sending/compose.ts';
import { type Insertion, insertRows } from '../store/line.ts';
import { type Change, changeWanted } from '../store/wanted.ts';
import type { DeliveryFacts } from '../tables.ts';
import type { Lane } from '../words.ts';
import { openTurns } from './turns.ts';

export interface Origin {
  readonly platform: Platform;
  /** When the platform sent the push, or when the stream started if we polled. */
  readonly toldAt: Date;
  /** Null if we polled. */
  readonly arrivedAt: Date | null;
}

/** An event that becomes one or more messages. */
export interface FanOut {
  readonly owner: string;
  readonly kind: string;
  readonly sessionId?: string | undefined;
  readonly detectedAt: Date;
  /** Set for news from a platform, whose latency we measure. */
  readonly origin?: Origin | undefined;
  readonly giveUpAt: Date;
  /** Values for the sentence that explains the reason. */
  readonly reasonValues?: Readonly<Record<string, string | number>> | undefined;
}

/** The fields that differ between the messages of a fan-out. */
export interface Target {
  /** Made of subscription, session and kind, so no message is created twice. */
  readonly dedupeKey: string;
  readonly serverId: ServerId;
  readonly subject: string;
  readonly channelId: ChannelId;
  /** The owner's own facts, which its `compose` receives. */
  readonly about?: DeliveryFacts | undefined;
  /** `webhook` if the message has another identity, `either` if the bot may post as itself through a webhook. */
  readonly lane?: Lane | undefined;
  /** Messages with a higher priority go first. Among equals, fan-outs take turns. */
  readonly priority?: number | undefined;
  /** Set if the message must not be posted. The row still exists, so its owner can see the reason. */
  readonly skip?: DeliveryReason | undefined;
}

/** A message that an owner wants in a channel. */
export interface Intention extends FanOut, Target {
  /** If missing, the owner's `compose` provides it just before the message is sent. */
  readonly payload?: MessagePayload | null | undefined;
  /** Used only with a ready payload, because `compose` returns its own identity. */
  readonly identity?: Identity | null | undefined;
  readonly publish?: boolean | undefined;
  readonly thread?: string | null | undefined;
}

/** For up to this many rows, writing twice is faster than waiting for the disk once. */
const FEW = 100;

/**
 * Writes the rows and wakes the senders after the commit. Returns how many rows are new. One call is one fan-out, so
 * its rows keep their order. A later part of a fan-out continues the turns of the previous part.
 */
export async function intend(
  ctx: Ctx,
  tx: Db,
  intentions: readonly Intention[],
  turnOf = openTurns(ctx.clock.now()),
): Promise<number> {
  if (intentions.length === 0) return 0;
  const lanes = new Set(intentions.flatMap(({ skip, lane = 'bot' }) => (skip ? [] : [lane])));
  const placed = intentions.map((intention) => ({ ...intention, turn: turnOf(intention) }));
  const from = ctx.clock.now();
  const insert = (commit?: Insertion['commit']) =>
    insertRows(tx, placed, { now: ctx.clock.now(), caller: ctx.wake.caller, commit });
  if (isInTransaction() || placed.length > FEW) {
    const count = await insert();
    await afterCommit(() => ctx.wake.sendersOf(lanes));
    traceCreated(ctx, intentions, from);
    return count;
  }
  // Senders need not wait for the disk: before sending a message they commit their own write, which also flushes its
  // row.
  const count = await insert('later');
  ctx.wake.sendersOf(lanes);
  const lost = await insert('again');
  if (lost > 0) ctx.wake.sendersOf(lanes);
  traceCreated(ctx, intentions, from);
  return Math.max(count, lost);
}

/** https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
function traceCreated({ trace, traced, clock }: Ctx, intentions: readonly Intention[], from: Date): void {
  for (const event of traced?.events ?? [])
    trace.span(`event:${event}`, () => ({
      name: 'create deliveries',
      kind: 'producer',
      from,
      to: clock.now(),
      parent: { name: 'match', part: traced?.part },
      part: intentions[0]?.dedupeKey,
      attributes: {
        'messaging.system': 'tally',
        'messaging.operation.name': 'create',
        'messaging.operation.type': 'create',
        'messaging.destination.name': 'deliveries',
        'messaging.batch.message_count': intentions.length,
        'messaging.message.conversation_id': intentions[0]?.sessionId,
        'tally.kind': intentions[0]?.kind,
      },
    }));
}

interface OpenFanOut {
  /** Writes part of the rows in the caller's transaction, or in a new one. Returns how many were new. */
  add(tx: Db, targets: readonly Target[]): Promise<number>;
}

/**
 * A fan-out in parts. Each part is its own transaction, so senders can start before the last row is written. An
 * interrupted fan-out starts over.
 */
export function openFanOut(ctx: Ctx, fanOut: FanOut): OpenFanOut {
  const turnOf = openTurns(ctx.clock.now());
  return {
    add: async (tx, targets) =>
      await intend(
        ctx,
        tx,
        targets.map((target) => ({ ...fanOut, ...target })),
        turnOf,
      ),
  };
}

/**
 * Changes messages by a new payload, or by facts that are merged over their own. With neither, their owner composes
 * them again. A skipped or refused message stays as it is, unless it was posted and only an edit was refused. Returns
 * how many messages change.
 */
export async function amend(
  ctx: Ctx,
  tx: Db,
  dedupeKeys: readonly string[],
  change: Omit<Change, 'wanted'>,
): Promise<number> {
  const count = await changeWanted(tx, dedupeKeys, change, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return count;
}

/** Withdraws messages: posted ones are deleted, and waiting ones are never sent. */
export async function withdraw(
  ctx: Ctx,
  tx: Db,
  dedupeKeys: readonly string[],
  { giveUpAt }: { giveUpAt: Date },
): Promise<number> {
  const count = await changeWanted(tx, dedupeKeys, { giveUpAt, wanted: 'absent' }, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return count;
}

import type { ChannelId, DeliveryReason, ServerId } from '@tally/contract';
import { afterCommit, type Db, isInTransaction } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { type ChangeOfMany, changeMany, type Insertion, insertTargets, type PlacedTarget } from '../store/fan-out.ts';
import type { DeliveryFacts } from '../tables.ts';
import type { Lane } from '../words.ts';
import { openExpress } from './express.ts';
import { openTurns } from './turns.ts';

/** One event that becomes many messages, which their owner composes when they are sent. */
export interface FanOut {
  readonly owner: string;
  readonly kind: string;
  readonly sessionId?: string | undefined;
  readonly detectedAt: Date;
  readonly giveUpAt: Date;
  /** Values for the sentence that explains the reason. */
  readonly reasonValues?: Readonly<Record<string, string | number>> | undefined;
}

/** 1 is sent before 0. */
export type Priority = 0 | 1;

/** The part that differs from message to message. */
export interface Target {
  /** Subscription, session and kind: the same thing is never intended twice. */
  readonly dedupeKey: string;
  readonly serverId: ServerId;
  readonly subject: string;
  readonly channelId: ChannelId;
  readonly about?: DeliveryFacts | undefined;
  readonly lane?: Lane | undefined;
  readonly priority?: Priority | undefined;
  /** Set if we know that it must not be posted. It still gets its row, so its owner can see why. */
  readonly skip?: DeliveryReason | undefined;
}

export interface OpenFanOut {
  /** Writes part of the rows in the caller's transaction, or in one of its own. Returns how many were new. */
  add(tx: Db, targets: readonly Target[]): Promise<number>;
}

/** Up to this many rows, writing twice is faster than waiting for the disk once. */
const FEW = 100;

/**
 * A fan-out in parts. Each part is its own transaction, so senders can start before the last row is written. A fan-out
 * that is interrupted is announced again. Turns are counted across the parts, as in a single `intend`.
 */
export function openFanOut(ctx: Ctx, fanOut: FanOut): OpenFanOut {
  const turnOf = openTurns(ctx.clock.now());
  const express = isInTransaction() ? null : openExpress(ctx, fanOut);
  return {
    async add(tx, targets) {
      const placed = targets.map((target) => ({ ...target, turn: turnOf(target) }));
      if (!express || isInTransaction()) return await lineUp(ctx, tx, fanOut, placed);
      const { count, left } = await express.send(placed);
      return count + (await lineUp(ctx, tx, fanOut, left));
    },
  };
}

async function lineUp(ctx: Ctx, tx: Db, fanOut: FanOut, targets: readonly PlacedTarget[]): Promise<number> {
  if (targets.length === 0) return 0;
  const lanes = new Set(targets.flatMap(({ skip, lane = 'bot' }) => (skip ? [] : [lane])));
  const about = { now: ctx.clock.now(), caller: ctx.wake.caller };
  const insert = (commit?: Insertion['commit']) =>
    insertTargets(tx, fanOut, targets, commit ? { ...about, commit } : about);
  if (isInTransaction() || targets.length > FEW) {
    const count = await insert();
    await afterCommit(() => ctx.wake.sendersOf(lanes));
    return count;
  }
  // Senders need not wait for the disk: before a message is sent they commit a write of their own, which also flushes
  // its row.
  const count = await insert('later');
  ctx.wake.sendersOf(lanes);
  const lost = await insert('again');
  if (lost > 0) ctx.wake.sendersOf(lanes);
  return Math.max(count, lost);
}

/** Has many messages composed again, with these facts merged over their own. */
export async function amendMany(
  ctx: Ctx,
  tx: Db,
  dedupeKeys: readonly string[],
  change: Omit<ChangeOfMany, 'wanted'>,
): Promise<number> {
  const count = await changeMany(tx, dedupeKeys, change, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return count;
}

/** Takes many messages back: they are deleted, or never sent. */
export async function withdrawMany(
  ctx: Ctx,
  tx: Db,
  dedupeKeys: readonly string[],
  change: { giveUpAt: Date },
): Promise<number> {
  const count = await changeMany(tx, dedupeKeys, { ...change, wanted: 'absent' }, ctx.clock.now());
  await afterCommit(ctx.wake.senders);
  return count;
}

import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { ChatMessage, Ctx, Hint, Push, PushReading, Snapshot } from '@tally/kernel';
import { clean } from './clean.ts';
import { queueLook } from './look.ts';
import { observeLocked } from './observe.ts';
import { storePush } from './store/pushes.ts';

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Somebody wrote in a chat that was asked for with `hearChats` (api). A busy chat sends many a second and the same
     * one may come twice, so decide by the text first, and store what must not be lost before returning.
     */
    readonly heardChat?: (ctx: Ctx, message: ChatMessage) => Promise<void>;
  }
}

/**
 * A push arrives. What is genuine is stored together with what follows from it, in one transaction, before the
 * caller is told "received": nothing is acknowledged that could still be lost.
 */
export async function takePush(ctx: Ctx, platform: Platform, push: Push): Promise<PushReading> {
  const connection = ctx.platforms.find(platform);
  if (!connection?.readPush) return { kind: 'refused', reason: 'this platform does not push' };
  const reading = await connection.readPush(push);
  if (reading.kind === 'chat') for (const feature of ctx.features) await feature.heardChat?.(ctx, reading.message);
  const hints = reading.kind === 'hint' ? [reading.hint] : reading.kind === 'hints' ? reading.hints : [];
  if (hints.length > 0) {
    await ctx.db.transaction(async (tx) => {
      // Always in the same order, or two pushes that name the same channels could wait for each other.
      for (const hint of hints.toSorted(byChannel)) await takeHint(ctx, tx, clean(hint));
    });
  }
  return reading;
}

const byChannel = (a: Hint, b: Hint): number => (a.channelId < b.channelId ? -1 : a.channelId > b.channelId ? 1 : 0);

async function takeHint(ctx: Ctx, tx: Db, hint: Hint): Promise<void> {
  const { platform, channelId, snapshot, about, occurredAt } = hint;
  const channel = await storePush(tx, hint, ctx.clock.now());
  if (!channel) return;
  if (snapshot && snapshot.state !== 'unknown') {
    const decided = await observeLocked(ctx, tx, channel, { snapshot, isSigned: true, occurredAt });
    if ((decided === 'nothing' || !lacksDetails(snapshot)) && !about?.length) return;
  }
  await queueLook(ctx, tx, { platform, channelId, about });
}

/** Pushes of a start are short; the message goes out with what they say, the rest is edited in. */
const lacksDetails = (snapshot: Snapshot): boolean =>
  snapshot.state === 'live' && (snapshot.details.title === null || snapshot.details.category === null);

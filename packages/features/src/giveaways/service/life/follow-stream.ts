import type { Ctx, Grace, PlatformEvent } from '@tally/kernel';
import { listFollowing } from '../../store/giveaways.ts';
import { closeWhenPresent, startWhenFree } from './due.ts';

/** Minutes that a stream may be offline before its giveaway ends. More would make viewers wait after the stream. */
const GRACE: Grace = 5;

export async function streamIsOn(ctx: Ctx, event: Extract<PlatformEvent, { kind: 'live' }>): Promise<void> {
  // A stream that returns after a brief loss of connection does not start a giveaway again.
  if (event.part && !event.part.graces.includes(GRACE)) return;
  const { platform, channelId } = event.session;
  for (const row of await listFollowing(ctx.db, { platform, channelId }, 'start')) await startWhenFree(ctx, row);
}

export async function streamIsOver(ctx: Ctx, event: Extract<PlatformEvent, { kind: 'end' }>): Promise<void> {
  if (event.grace !== GRACE) return;
  const { platform, channelId } = event.session;
  for (const row of await listFollowing(ctx.db, { platform, channelId }, 'end')) await closeWhenPresent(ctx, row);
}

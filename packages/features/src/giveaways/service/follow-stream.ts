import type { Ctx, Grace, PlatformEvent, StreamSession } from '@tally/kernel';
import { listFollowing } from '../store/giveaways.ts';
import { closeWhenPresent, startWhenFree } from './due.ts';

export async function streamIsOn(ctx: Ctx, { platform, channelId }: StreamSession): Promise<void> {
  for (const row of await listFollowing(ctx.db, { platform, channelId }, 'start')) await startWhenFree(ctx, row);
}

/** A connection that drops for a moment ends no giveaway; people who watched to the end do not wait a quarter of an hour. */
const ENDS_AFTER: Grace = 5;

export async function streamIsOver(ctx: Ctx, event: Extract<PlatformEvent, { kind: 'end' }>): Promise<void> {
  if (event.grace !== ENDS_AFTER) return;
  const { platform, channelId } = event.session;
  for (const row of await listFollowing(ctx.db, { platform, channelId }, 'end')) await closeWhenPresent(ctx, row);
}

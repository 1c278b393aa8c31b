import type { Ctx, PlatformEvent } from '@tally/kernel';
import { takeIn } from './service/take-in.ts';

/** A stream is over, and its recording can be watched: who wants to keep it gets it. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'video' && event.video.kind === 'vod') await takeIn(ctx, event);
}

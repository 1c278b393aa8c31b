import type { Ctx, PlatformEvent } from '@tally/kernel';
import { addRecordings } from './service/add-recordings.ts';

/** A stream has ended, and its recording can be watched: servers that want a copy get one. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'video' && event.video.kind === 'vod') await addRecordings(ctx, event);
}

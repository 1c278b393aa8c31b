import type { Ctx, PlatformEvent } from '@tally/kernel';
import { addRecordings } from './service/add-recordings.ts';

/** Saves a copy for the servers that want one, once a stream has ended and its recording is available. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind === 'video' && event.video.kind === 'vod') await addRecordings(ctx, event);
}

import type { Ctx, PlatformEvent } from '@tally/kernel';
import { end, endFormer } from './service/end.ts';
import { linkRecording } from './service/link-recording.ts';
import { refresh } from './service/refresh.ts';
import { takeIn } from './service/take-in.ts';

/** Only streams are merged; videos and clips stay with each streamer. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
      await endFormer(ctx, event);
      return takeIn(ctx, event);
    case 'update':
      return refresh(ctx, event);
    case 'end':
      return end(ctx, event);
    case 'video':
      if (event.video.kind === 'vod') await linkRecording(ctx, event.video);
      return;
    case 'renamed':
      return;
    default:
      return event satisfies never;
  }
}

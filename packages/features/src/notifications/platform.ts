import type { Ctx, PlatformEvent } from '@tally/kernel';
import { announceLive } from './service/announce/announce-live.ts';
import { announceVideo } from './service/announce/announce-video.ts';
import { linkRecording } from './service/announce/link-recording.ts';
import { closeFormer, closeMessages, refreshMessages } from './service/announce/refresh-and-close.ts';
import { renameStreamers } from './service/streamers/rename.ts';

/** Turns what happens on platforms into messages of servers. */
export async function reactTo(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
      await announceLive(ctx, event);
      return closeFormer(ctx, event);
    case 'update':
      return refreshMessages(ctx, event);
    case 'end':
      return closeMessages(ctx, event);
    case 'video':
      if (event.video.kind === 'vod') await linkRecording(ctx, event);
      return announceVideo(ctx, event);
    case 'renamed':
      return renameStreamers(ctx, event);
    default:
      return event satisfies never;
  }
}

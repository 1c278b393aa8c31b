import type { Ctx, PlatformEvent } from '@tally/kernel';
import { announceLive } from './service/announce/announce-live.ts';
import { announceVideo } from './service/announce/announce-video.ts';
import { linkRecording } from './service/announce/link-recording.ts';
import { closeFormer, closeMessages, refreshMessages } from './service/announce/refresh-and-close.ts';
import { end, endFormer } from './service/joint/end.ts';
import { linkJointRecording } from './service/joint/link-recording.ts';
import { refresh } from './service/joint/refresh.ts';
import { joinBroadcasts } from './service/joint/take-in.ts';

/** Turns events on platforms into messages in servers. */
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
      return;
    default:
      return event satisfies never;
  }
}

/** Merges only streams. Videos and clips stay with each streamer. */
export async function reactTogether(ctx: Ctx, event: PlatformEvent): Promise<void> {
  switch (event.kind) {
    case 'live':
      await endFormer(ctx, event);
      return joinBroadcasts(ctx, event);
    case 'update':
      return refresh(ctx, event);
    case 'end':
      return end(ctx, event);
    case 'video':
      if (event.video.kind === 'vod') await linkJointRecording(ctx, event.video);
      return;
    case 'renamed':
      return;
    default:
      return event satisfies never;
  }
}

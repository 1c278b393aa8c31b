import type { World } from '../world.ts';
import { findVideo, type YoutubeWorld } from './world.ts';

export interface ShownVideo {
  readonly title: string;
  readonly author: string;
  readonly seconds: number;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
}

/** What the players of other sites show of a video. */
export function findShownVideo(world: World | undefined, videoId: string): ShownVideo | null {
  const found = world && findVideo((world as World & { readonly state: YoutubeWorld }).state, videoId);
  if (!found) return null;
  const { video, creator } = found;
  return {
    title: video.title,
    author: creator.title,
    seconds: video.seconds,
    isPublic: video.isPublic,
    // Who is not known to be grown up sees it on YouTube alone.
    isEmbeddable: video.isEmbeddable && !video.isMature,
  };
}

import type { World } from '../world.ts';
import { findVideo, type YoutubeWorld } from './world.ts';

export interface ShownVideo {
  readonly title: string;
  readonly author: string;
  readonly seconds: number;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
}

/** Returns the data of a video for players on other sites. */
export function findShownVideo(world: World | undefined, videoId: string): ShownVideo | null {
  const found = world && findVideo((world as World & { readonly state: YoutubeWorld }).state, videoId);
  if (!found) return null;
  const { video, creator } = found;
  return {
    title: video.title,
    author: creator.title,
    seconds: video.seconds,
    isPublic: video.isPublic,
    // Viewers who are not known to be adults can watch it only on YouTube.
    isEmbeddable: video.isEmbeddable && !video.isMature,
  };
}

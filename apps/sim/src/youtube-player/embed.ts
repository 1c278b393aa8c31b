import type { Route } from '../platform/call.ts';
import { playerPage } from '../platform/player/page.ts';
import type { PlayerWorld } from '../platform/player/world.ts';
import type { Shared } from '../world.ts';
import { findShownVideo } from '../youtube/shown.ts';

const BAD_ID = 2;
const GONE = 100;
const NOT_HERE = 150;
/** For a missing referrer, since July 2025: https://developers.google.com/youtube/iframe_api_reference#onError */
const NO_REFERER = 153;

export const embedRoutes = (world: PlayerWorld, shared: Shared): Route[] => [
  {
    method: 'GET',
    path: '/embed/:videoId',
    run({ headers }, { videoId = '' }) {
      world.opened += 1;
      world.doors.changed('opened');
      const video = findShownVideo(shared.find('youtube'), videoId);
      const refuse = (): number | null => {
        if (!headers['referer']) return NO_REFERER;
        if (!/^[\w-]{11}$/.test(videoId)) return BAD_ID;
        if (!video?.isPublic) return GONE;
        return video.isEmbeddable ? null : NOT_HERE;
      };
      return playerPage('youtube', {
        world: 'youtube-player',
        videoId,
        title: video?.title ?? 'Video unavailable',
        author: video?.author ?? '',
        seconds: video?.seconds ?? 0,
        refusal: refuse(),
        troubles: world.troubles,
        offset: shared.clock.offset(),
        referer: headers['referer'] ?? null,
      });
    },
  },
];

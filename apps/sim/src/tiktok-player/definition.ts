import type { Route } from '../platform/call.ts';
import { playerPage } from '../platform/player/page.ts';
import { definePlayer, type PlayerWorld } from '../platform/player/world.ts';
import { findShownUpload } from '../tiktok/shown.ts';
import type { Shared } from '../world.ts';

const NOT_THERE = 1001;

const embedRoutes = (world: PlayerWorld, shared: Shared): Route[] => [
  {
    method: 'GET',
    path: '/player/v1/:videoId',
    run({ headers }, { videoId = '' }) {
      world.opened += 1;
      world.doors.changed('opened');
      const upload = findShownUpload(shared.find('tiktok'), videoId);
      return playerPage('tiktok', {
        world: 'tiktok-player',
        videoId,
        title: upload?.title ?? 'Video currently unavailable',
        author: upload?.author ?? '',
        seconds: upload?.seconds ?? 0,
        refusal: upload ? null : NOT_THERE,
        troubles: world.troubles,
        offset: shared.clock.offset(),
        referer: headers['referer'] ?? null,
      });
    },
  },
];

/** Serves www.tiktok.com/player, which other sites embed. */
export const tiktokPlayer = definePlayer({
  name: 'tiktok-player',
  title: 'TikTok player',
  mark: 'tiktok',
  // Deleted post, network failure, media element error: https://developers.tiktok.com/doc/embed-player
  codes: [1001, 2001, 3001],
  routes: embedRoutes,
});

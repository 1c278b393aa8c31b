import { answerText, type Route } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import { playerPage } from '../platform/player/page.ts';
import { createPlayerWorld, type PlayerWorld, playerControls, playerPanel } from '../platform/player/world.ts';
import { findShownUpload } from '../tiktok/shown.ts';
import type { Shared, WorldDefinition } from '../world.ts';

/** A deleted post; a network failure; a media element error. https://developers.tiktok.com/doc/embed-player */
const codes = [1001, 2001, 3001] as const;

const create = (shared: Shared) =>
  openPlatform<PlayerWorld>(shared, {
    name: 'tiktok-player',
    create: createPlayerWorld,
    routes: (world) => embedRoutes(world, shared),
    controls: playerControls(codes),
    summary: (world) => ({
      panel: playerPanel(world, { title: 'TikTok player', mark: 'tiktok', codes }),
      opened: world.opened,
      troubles: world.troubles,
      requests: world.requests,
    }),
    trouble: () => null,
    limited: () => answerText(429, 'Too Many Requests'),
    malformed: () => answerText(400, 'Bad Request'),
    isQuiet: () => false,
  });

/** www.tiktok.com/player, for embedding. */
export const tiktokPlayer: WorldDefinition = { name: 'tiktok-player', prefix: '/tiktok-player', create };

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

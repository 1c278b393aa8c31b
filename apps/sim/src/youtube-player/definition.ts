import { answerText } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import { createPlayerWorld, type PlayerWorld, playerControls, playerPanel } from '../platform/player/world.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { embedRoutes } from './embed.ts';

/** https://developers.google.com/youtube/iframe_api_reference#onError */
const codes = [150, 2, 5, 100, 101, 153] as const;

const create = (shared: Shared) =>
  openPlatform<PlayerWorld>(shared, {
    name: 'youtube-player',
    create: createPlayerWorld,
    routes: (world) => embedRoutes(world, shared),
    controls: playerControls(codes),
    summary: (world) => ({
      panel: playerPanel(world, { title: 'YouTube player', mark: 'youtube', codes }),
      opened: world.opened,
      troubles: world.troubles,
      requests: world.requests,
    }),
    trouble: () => null,
    limited: () => answerText(429, 'Too Many Requests'),
    malformed: () => answerText(400, 'Bad Request'),
    isQuiet: () => false,
  });

/** www.youtube-nocookie.com, for embedding. */
export const youtubePlayer: WorldDefinition = { name: 'youtube-player', prefix: '/youtube-player', create };

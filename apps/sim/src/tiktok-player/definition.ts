import { answerText } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import { createPlayerWorld, type PlayerWorld, playerControls, playerPanel } from '../platform/player/world.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { embedRoutes } from './embed.ts';

/** A post that is gone; a network that is; a media element that gives up. https://developers.tiktok.com/doc/embed-player */
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

/** www.tiktok.com/player, which others frame. */
export const tiktokPlayer: WorldDefinition = { name: 'tiktok-player', prefix: '/tiktok-player', create };

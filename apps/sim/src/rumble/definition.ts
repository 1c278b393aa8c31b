import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { answerPage, Refusal } from './call.ts';
import { createControls } from './controls.ts';
import { describePanel } from './panel.ts';
import { seedCreators } from './seed.ts';
import { embedId, pathOf } from './shapes.ts';
import { pictureRoutes, siteRoutes } from './site.ts';
import { findTrouble, troubleNow } from './trouble.ts';
import { addressOf, createWorld, findLive, type RumbleWorld } from './world.ts';

const createRumble = (shared: Shared) =>
  openPlatform<RumbleWorld>(shared, {
    name: 'rumble',
    create(doors, seed) {
      const world = createWorld(doors);
      if (seed === 'demo') seedCreators(world);
      return world;
    },
    routes: (world) => [...siteRoutes(world), ...pictureRoutes(world)],
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited: (_world, fault) =>
      answerPage(429, '<html><head><title>429 Too Many Requests</title></head></html>', {
        'retry-after': String(Math.ceil(fault.retryAfter)),
      }),
    malformed: () => new Refusal(400, 'Bad request').toAnswer(),
    isQuiet: (path) => path.startsWith('/pictures/'),
  });

export const rumble: WorldDefinition = {
  name: 'rumble',
  prefix: '/rumble',
  create: createRumble,
  star: { who: 'c/harborradio', typed: 'https://rumble.com/c/HarborRadio' },
};

/** Keys are left out. Read them with `api-url`. */
const summarise = (world: RumbleWorld): unknown => ({
  panel: describePanel(world),
  creators: [...world.creators.values()].map((creator) => {
    const live = findLive(creator);
    return {
      who: addressOf(creator),
      name: creator.name,
      type: creator.kind,
      title: creator.title,
      stream: live
        ? {
            id: String(live.video.id),
            embed_id: embedId(live.video),
            path: pathOf(live.video),
            viewers: live.stream.viewers,
          }
        : null,
      videos: creator.videos.length,
    };
  }),
  trouble: troubleNow(world),
  requests: world.requests,
});

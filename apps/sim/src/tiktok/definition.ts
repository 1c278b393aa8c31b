import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { answerText } from './call.ts';
import { callRoutes } from './calls.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { describePanel } from './panel.ts';
import { seedPeople } from './seed.ts';
import { shortRoutes } from './short.ts';
import { siteRoutes } from './site.ts';
import { findTrouble } from './trouble.ts';
import { createWorld, type TikTokWorld } from './world.ts';

const createTikTok = (shared: Shared) =>
  openPlatform<TikTokWorld>(shared, {
    name: 'tiktok',
    create(doors, seed) {
      const world = createWorld(doors, { isLimited: shared.options.limits });
      if (seed === 'demo') seedPeople(world);
      return world;
    },
    routes: (world) => [siteRoutes, shortRoutes, callRoutes, fileRoutes].flatMap((list) => list(world)),
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited: () => ({ status: 429, headers: {}, body: '' }),
    malformed: () => answerText(400, 'Bad Request'),
    isQuiet: (path) => path.startsWith('/files/'),
  });

export const tiktok: WorldDefinition = {
  name: 'tiktok',
  prefix: '/tiktok',
  create: createTikTok,
  star: { who: 'pixelpastor', typed: 'https://www.tiktok.com/@PixelPastor' },
};

const summarise = (world: TikTokWorld): unknown => ({
  panel: describePanel(world),
  people: [...world.people.values()].map((person) => ({
    user_id: person.userId,
    sec_uid: person.secUid,
    unique_id: person.uniqueId,
    nickname: person.nickname,
    is_private: person.isPrivate,
    title: person.title,
    room: person.room ? { id: person.room.id, started_at: person.room.startedAt, viewers: person.room.viewers } : null,
    is_dropped: person.dropped !== null,
    videos: person.uploads.map(({ id }) => id),
  })),
  requests: world.requests,
});

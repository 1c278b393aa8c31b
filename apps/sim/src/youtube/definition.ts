import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { apiRoutes } from './api/routes.ts';
import { badParameter } from './call.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { hubRoutes, isRunning } from './hub.ts';
import { oauthRoutes } from './oauth.ts';
import { describePanel } from './panel.ts';
import { usedToday } from './quota.ts';
import { seedCreators } from './seed.ts';
import { broadcastContent } from './shapes.ts';
import { siteRoutes } from './site.ts';
import { findTrouble, tooMany } from './trouble.ts';
import { createWorld, type YoutubeWorld } from './world.ts';

const createYoutube = (shared: Shared) =>
  openPlatform<YoutubeWorld>(shared, {
    name: 'youtube',
    create(doors, seed) {
      const world = createWorld(doors, { isLimited: shared.options.limits });
      if (seed === 'demo') seedCreators(world);
      return world;
    },
    routes: (world) => [apiRoutes, oauthRoutes, hubRoutes, siteRoutes, fileRoutes].flatMap((list) => list(world)),
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited: tooMany,
    malformed: () => badParameter('path', 'the address is not well formed').toAnswer(),
    isQuiet: (path) => path.startsWith('/cdn/'),
  });

export const youtube: WorldDefinition = {
  name: 'youtube',
  prefix: '/youtube',
  create: createYoutube,
  star: { who: 'kelpforest', typed: 'https://www.youtube.com/@kelpforest' },
  asksFirst: true,
};

const summarise = (world: YoutubeWorld): unknown => ({
  app: { api_key: world.apiKey },
  panel: describePanel(world),
  quota: usedToday(world),
  creators: [...world.creators.values()].map((creator) => ({
    channel_id: creator.channelId,
    handle: creator.handle,
    title: creator.title,
    videos: creator.videos.slice(0, 5).map((video) => ({
      id: video.id,
      form: video.form,
      title: video.title,
      state: broadcastContent(video),
      is_public: video.isPublic,
    })),
  })),
  subscriptions: [...world.subscriptions.values()].map((each) => ({
    topic: each.topic,
    channel_id: each.channelId,
    callback: each.callback,
    until: each.until,
    state: isRunning(world, each) ? 'running' : each.state === 'refused' ? 'refused' : 'over',
  })),
  deliveries: world.deliveries.slice(0, 50),
  requests: world.requests,
});

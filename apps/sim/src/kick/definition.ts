import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { badRequest, Refusal } from './call.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { kickbotRoutes } from './kickbot.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth/oauth.ts';
import { describePanel } from './panel.ts';
import { chatRoutes } from './public-api/chat.ts';
import { kicksRoutes } from './public-api/kicks.ts';
import { livestreamRoutes } from './public-api/livestreams.ts';
import { peopleRoutes } from './public-api/people.ts';
import { subscriptionRoutes } from './public-api/subscriptions.ts';
import { realtimeRoutes } from './realtime/negotiate.ts';
import { upgradeToRealtime } from './realtime/sockets.ts';
import { seedCategories, seedPeople } from './seed.ts';
import { recordingRoutes } from './site/recordings.ts';
import { siteRoutes } from './site/site.ts';
import { webRoutes } from './site/web.ts';
import { findTrouble } from './trouble.ts';
import { createWorld, type KickWorld } from './world.ts';

const routes = [
  oauthRoutes,
  peopleRoutes,
  livestreamRoutes,
  kicksRoutes,
  chatRoutes,
  subscriptionRoutes,
  siteRoutes,
  webRoutes,
  mediaRoutes,
  recordingRoutes,
  kickbotRoutes,
  realtimeRoutes,
  fileRoutes,
] as const;

const createKick = (shared: Shared) =>
  openPlatform<KickWorld>(shared, {
    name: 'kick',
    create(doors, seed) {
      const world = createWorld(doors, {
        callbackUrl: process.env.SIM_KICK_CALLBACK_URL || null,
        redirectUris: (process.env.SIM_KICK_REDIRECT_URIS ?? '').split(',').filter(Boolean),
      });
      seedCategories(world);
      if (seed === 'demo') seedPeople(world);
      return world;
    },
    routes: (world) => routes.flatMap((list) => list(world)),
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited: (_world, fault) =>
      new Refusal(429, 'Too many requests', {}, { 'retry-after': String(Math.ceil(fault.retryAfter)) }).toAnswer(),
    malformed: () => badRequest('the address is not well formed').toAnswer(),
    isQuiet: (path) => /^\/(?:files|clips|stream)\//.test(path),
    upgrade: (world, { target, ...upgrade }) => upgradeToRealtime(world, target.path, upgrade),
    close: (world) => world.realtime.close(),
  });

export const kick: WorldDefinition = {
  name: 'kick',
  prefix: '/kick',
  create: createKick,
  star: { who: 'xqc', typed: 'https://kick.com/xQc' },
};

function summarise(world: KickWorld): unknown {
  return {
    app: { client_id: world.app.clientId, callback_url: world.callbackUrl },
    panel: describePanel(world),
    pieces_sent: world.piecesSent,
    people: [...world.people.values()].map((person) => ({
      user_id: person.userId,
      slug: person.slug,
      username: person.username,
      title: person.title,
      category_id: person.categoryId,
      stream: person.stream
        ? { id: person.stream.id, started_at: person.stream.startedAt, viewers: person.stream.viewers }
        : null,
      is_dropped: person.dropped !== null,
    })),
    subscriptions: world.subscriptions.size,
    realtime: [...world.realtime.listeners].map(({ channels }) => [...channels]),
    deliveries: world.deliveries.slice(0, 50),
    kickbot_pushes: world.kickbotPushes.slice(-50),
    requests: world.requests,
  };
}

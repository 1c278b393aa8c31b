import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { badRequest, Refusal } from './call.ts';
import { showConduit, showShard } from './conduits.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { helixRoutes } from './helix/routes.ts';
import { idRoutes } from './id.ts';
import { isIrc, upgradeToIrc } from './irc/connections.ts';
import { limitHeaders } from './limits.ts';
import { describePanel } from './panel.ts';
import { seedGames, seedPeople } from './seed.ts';
import { showSubscription } from './subscriptions.ts';
import { findTrouble } from './trouble.ts';
import { createWorld, type TwitchWorld } from './world.ts';

const createTwitch = (shared: Shared) =>
  openPlatform<TwitchWorld>(shared, {
    name: 'twitch',
    create(doors, seed) {
      const world = createWorld(doors, { isLimited: shared.options.limits });
      seedGames(world);
      if (seed === 'demo') seedPeople(world);
      return world;
    },
    routes: (world) => [idRoutes, helixRoutes, fileRoutes].flatMap((list) => list(world)),
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited(_world, fault) {
      const resetAt = shared.clock.ms() + fault.retryAfter * 1_000;
      return new Refusal(429, 'Too Many Requests', limitHeaders(0, resetAt)).toAnswer();
    },
    malformed: () => badRequest('the address is not well formed').toAnswer(),
    isQuiet: (path) => path.startsWith('/cdn/'),
    upgrade: (world, { req, socket, head, target }) => {
      if (isIrc(target.path)) upgradeToIrc(world, req, { socket, head });
      else socket.destroy();
    },
    close: (world) => world.irc.close(),
  });

export const twitch: WorldDefinition = {
  name: 'twitch',
  prefix: '/twitch',
  create: createTwitch,
  star: { who: 'xqc', typed: 'https://www.twitch.tv/xQc' },
  asksFirst: true,
};

const summarise = (world: TwitchWorld): unknown => ({
  app: { client_id: world.app.clientId },
  panel: describePanel(world),
  people: [...world.people.values()].map((person) => ({
    user_id: person.userId,
    login: person.login,
    display_name: person.displayName,
    title: person.title,
    game_id: person.gameId,
    stream: person.stream
      ? { id: person.stream.id, started_at: person.stream.startedAt, viewers: person.stream.viewers }
      : null,
    is_dropped: person.dropped !== null,
  })),
  subscriptions: [...world.subscriptions.values()].map((each) => showSubscription(world, each)),
  conduits: [...world.conduits.values()].map((each) => ({
    ...showConduit(each),
    shards: [...each.shards.values()].map(showShard),
  })),
  irc: [...world.irc.clients].map(({ nick, rooms }) => ({ nick, rooms: [...rooms] })),
  deliveries: world.deliveries.slice(0, 50),
  requests: world.requests,
});

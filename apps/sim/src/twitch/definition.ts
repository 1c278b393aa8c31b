import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../http/body.ts';
import { createRouter, type Router } from '../http/router.ts';
import { createTimers, type Timers } from '../kick/timers.ts';
import type { Seed, Shared, Target, World, WorldDefinition } from '../world.ts';
import { type Answer, answerRefusal, badRequest, Refusal, type Route } from './call.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { helixRoutes } from './helix/routes.ts';
import { idRoutes } from './id.ts';
import { limitHeaders } from './limits.ts';
import { describePanel } from './panel.ts';
import { seedGames, seedPeople } from './seed.ts';
import { showSubscription } from './subscriptions.ts';
import { findTrouble } from './trouble.ts';
import { createWorld, type Doors, type TwitchWorld } from './world.ts';

const CALLBACK_TIMEOUT_MS = 5_000;
const REMEMBERED_REQUESTS = 200;

export const twitch: WorldDefinition = { name: 'twitch', prefix: '/twitch', create: createTwitch };

function createTwitch(shared: Shared): World {
  let timers = createTimers(shared.clock);
  let world = openWorld(shared, timers, shared.options.seed);
  let routes = createRoutes(world);
  let controls = createControls(world);
  return {
    async handle(req, res, target) {
      // The page's own pictures would drown the calls that matter.
      if (!target.path.startsWith('/cdn/')) res.once('finish', () => remember(world, req, target, res.statusCode));
      const answered = findTrouble(world, target.path) ?? (await answer(req, target, routes));
      if (answered) send(res, answered);
      else shared.unknown('twitch', req, res, target.path);
    },
    limited(res, fault) {
      const resetAt = shared.clock.ms() + fault.retryAfter * 1_000;
      send(res, answerRefusal(new Refusal(429, 'Too Many Requests', limitHeaders(0, resetAt))));
    },
    // Looked up when called: after a reset they belong to the new world.
    controls: Object.fromEntries(
      Object.keys(controls).map((name) => [name, (body: unknown) => controls[name]?.(body)]),
    ),
    summary: () => summarise(world),
    reset(seed) {
      timers.close();
      timers = createTimers(shared.clock);
      world = openWorld(shared, timers, seed);
      routes = createRoutes(world);
      controls = createControls(world);
    },
    close: () => timers.close(),
  };
}

function openWorld(shared: Shared, timers: Timers, seed: Seed): TwitchWorld {
  const doors: Doors = {
    now: () => shared.clock.now(),
    later: (delayMs, run) => timers.later(delayMs, run),
    bytes: (count) => randomBytes(count),
    post: async (url, headers, body) => {
      const signal = AbortSignal.timeout(CALLBACK_TIMEOUT_MS);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      return { status: response.status, body: await response.text() };
    },
    changed: (what) => shared.events.publish('twitch', 'CHANGED', { what }),
    tell: (type, data) => shared.events.publish('twitch', type, data),
    baseUrl: () => `${shared.url()}/twitch`,
  };
  const world = createWorld(doors, { isLimited: shared.options.limits });
  seedGames(world);
  if (seed === 'demo') seedPeople(world);
  return world;
}

function createRoutes(world: TwitchWorld): Router<Route> {
  const router = createRouter<Route>();
  for (const route of [idRoutes, helixRoutes, fileRoutes].flatMap((list) => list(world))) {
    router.add(route.method, route.path, route);
  }
  return router;
}

async function answer(req: IncomingMessage, target: Target, routes: Router<Route>): Promise<Answer | null> {
  try {
    const found = routes.find(req.method ?? 'GET', target.path);
    if (!found) return null;
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(req.headers)) headers[name] = Array.isArray(value) ? value[0] : value;
    const body = (await readBody(req)).toString('utf8');
    const call = { method: req.method ?? 'GET', path: target.path, query: target.query, headers, body };
    return await found.value.run(call, found.params);
  } catch (error) {
    if (error instanceof Refusal) return answerRefusal(error);
    if (error instanceof URIError) return answerRefusal(badRequest('the address is not well formed'));
    throw error;
  }
}

function remember(world: TwitchWorld, req: IncomingMessage, target: Target, status: number): void {
  world.requests.push({ at: world.doors.now().getTime(), method: req.method ?? 'GET', path: target.path, status });
  if (world.requests.length > REMEMBERED_REQUESTS) world.requests.shift();
  world.doors.changed('request');
}

function send(res: ServerResponse, answered: Answer): void {
  res.writeHead(answered.status, { 'content-length': Buffer.byteLength(answered.body), ...answered.headers });
  res.end(answered.body);
}

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
  deliveries: world.deliveries.slice(0, 50),
  requests: world.requests,
});

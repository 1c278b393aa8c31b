import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../http/body.ts';
import { createRouter, type Router } from '../http/router.ts';
import type { Seed, Shared, Target, World, WorldDefinition } from '../world.ts';
import { type Answer, answerRefusal, badRequest, Refusal, type Route } from './call.ts';
import { createControls } from './controls.ts';
import { fileRoutes } from './files.ts';
import { oauthRoutes } from './oauth.ts';
import { describePanel } from './panel.ts';
import { chatRoutes } from './public-api/chat.ts';
import { livestreamRoutes } from './public-api/livestreams.ts';
import { peopleRoutes } from './public-api/people.ts';
import { subscriptionRoutes } from './public-api/subscriptions.ts';
import { seedCategories, seedPeople } from './seed.ts';
import { siteRoutes } from './site.ts';
import { createTimers, type Timers } from './timers.ts';
import { findTrouble } from './trouble.ts';
import { createWorld, type Doors, type KickWorld } from './world.ts';

const CALLBACK_TIMEOUT_MS = 5_000;

export const kick: WorldDefinition = { name: 'kick', prefix: '/kick', create: createKick };

function createKick(shared: Shared): World {
  let timers = createTimers(shared.clock);
  let world = openWorld(shared, timers, shared.options.seed);
  let routes = createRoutes(world);
  const reset = (seed: Seed): void => {
    timers.close();
    timers = createTimers(shared.clock);
    world = openWorld(shared, timers, seed);
    routes = createRoutes(world);
    controls = createControls(world);
  };
  let controls = createControls(world);
  return {
    async handle(req, res, target) {
      // The page's own pictures would drown the calls that matter.
      if (!target.path.startsWith('/files/')) res.once('finish', () => remember(world, req, target, res.statusCode));
      const answered = findTrouble(world, target.path) ?? (await answer(req, target, routes));
      if (answered) send(res, answered);
      else shared.unknown('kick', req, res, target.path);
    },
    limited(res, fault) {
      const waits = { 'retry-after': String(Math.ceil(fault.retryAfter)) };
      send(res, answerRefusal(new Refusal(429, 'Too many requests', {}, waits)));
    },
    // Looked up when called: after a reset they belong to the new world.
    controls: Object.fromEntries(
      Object.keys(controls).map((name) => [name, (body: unknown) => controls[name]?.(body)]),
    ),
    summary: () => summarise(world),
    reset,
    close: () => timers.close(),
  };
}

function openWorld(shared: Shared, timers: Timers, seed: Seed): KickWorld {
  const doors: Doors = {
    now: () => shared.clock.now(),
    later: (delayMs, run) => timers.later(delayMs, run),
    bytes: (count) => randomBytes(count),
    post: async (url, headers, body) => {
      const signal = AbortSignal.timeout(CALLBACK_TIMEOUT_MS);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.body?.cancel();
      return response.status;
    },
    changed: (what) => shared.events.publish('kick', 'CHANGED', { what }),
    tell: (type, data) => shared.events.publish('kick', type, data),
    baseUrl: () => `${shared.url()}/kick`,
  };
  const world = createWorld(doors, {
    callbackUrl: process.env.SIM_KICK_CALLBACK_URL || null,
    redirectUris: (process.env.SIM_KICK_REDIRECT_URIS ?? '').split(',').filter(Boolean),
  });
  seedCategories(world);
  if (seed === 'demo') seedPeople(world);
  return world;
}

function createRoutes(world: KickWorld): Router<Route> {
  const router = createRouter<Route>();
  const all = [
    oauthRoutes,
    peopleRoutes,
    livestreamRoutes,
    chatRoutes,
    subscriptionRoutes,
    siteRoutes,
    fileRoutes,
  ].flatMap((list) => list(world));
  for (const route of all) router.add(route.method, route.path, route);
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

const REMEMBERED_REQUESTS = 200;

function remember(world: KickWorld, req: IncomingMessage, target: Target, status: number): void {
  world.requests.push({ at: world.doors.now().getTime(), method: req.method ?? 'GET', path: target.path, status });
  if (world.requests.length > REMEMBERED_REQUESTS) world.requests.shift();
  world.doors.changed('request');
}

function send(res: ServerResponse, answer: Answer): void {
  res.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.body), ...answer.headers });
  res.end(answer.body);
}

function summarise(world: KickWorld): unknown {
  return {
    app: { client_id: world.app.clientId, callback_url: world.callbackUrl },
    panel: describePanel(world),
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
    deliveries: world.deliveries.slice(0, 50),
    requests: world.requests,
  };
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LimitedFault } from '../faults.ts';
import { readBody } from '../http/body.ts';
import { createRouter, type Router } from '../http/router.ts';
import type { Control, Seed, Shared, Target, World } from '../world.ts';
import { type Answer, PlatformRefusal, type Route } from './call.ts';
import type { Doors, SeenRequest } from './doors.ts';
import { createTimers, type Timers } from './timers.ts';

const CALLBACK_TIMEOUT_MS = 5_000;
const REMEMBERED_REQUESTS = 200;

/** The differences between a simulated platform and the others. */
export interface PlatformWorld<State> {
  readonly name: string;
  create(doors: Doors, seed: Seed, shared: Shared): State;
  routes(state: State): readonly Route[];
  controls(state: State): Record<string, Control>;
  summary(state: State): unknown;
  /** Returns the response to a call while a fault is active. */
  trouble(state: State, path: string): Answer | null;
  /** Answers a "too many requests" fault in this platform's own words. */
  limited(state: State, fault: LimitedFault): Answer;
  /** Returns the response to a malformed path. */
  malformed(): Answer;
  /** Returns true for pictures, whose calls would hide the important ones. */
  isQuiet(path: string): boolean;
  /** Opens sockets, if the platform has any. */
  upgrade?(state: State, upgrade: Upgrade): void;
  /** Called when the world ends or is reset, to close open connections. */
  close?(state: State): void;
}

export interface Upgrade {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly target: Target;
}

/** Serves a platform with its clock, reset, routes, faults and the updates for the page. */
export function openPlatform<State extends { readonly doors: Doors; readonly requests: SeenRequest[] }>(
  shared: Shared,
  platform: PlatformWorld<State>,
): World & { readonly state: State } {
  const open = (seed: Seed) => {
    const timers = createTimers(shared.clock);
    const state = platform.create(openDoors(shared, timers, platform.name), seed, shared);
    const routes = createRouter<Route>();
    for (const route of platform.routes(state)) routes.add(route.method, route.path, route);
    return { timers, state, routes, controls: platform.controls(state) };
  };
  let now = open(shared.options.seed);
  const end = () => {
    now.timers.close();
    platform.close?.(now.state);
  };
  return {
    get state() {
      return now.state;
    },
    async handle(req, res, target) {
      const { state } = now;
      if (!platform.isQuiet(target.path)) res.once('finish', () => remember(state, req, target, res.statusCode));
      const answered = platform.trouble(state, target.path) ?? (await answer(req, target, now.routes, platform));
      if (answered) send(res, answered, now.timers);
      else shared.unknown(platform.name, req, res, target.path);
    },
    limited: (res, fault) => send(res, platform.limited(now.state, fault), now.timers),
    // Controls are looked up on each call, because after a reset they belong to the new world.
    controls: Object.fromEntries(
      Object.keys(now.controls).map((name) => [name, (body: unknown) => now.controls[name]?.(body)]),
    ),
    upgrade(req, socket, head, target) {
      const isBroken = platform.trouble(now.state, target.path) !== null;
      if (isBroken || !platform.upgrade) socket.destroy();
      else platform.upgrade(now.state, { req, socket, head, target });
    },
    summary: () => platform.summary(now.state),
    reset(seed) {
      end();
      now = open(seed);
    },
    close: end,
  };
}

function openDoors(shared: Shared, timers: Timers, name: string): Doors {
  return {
    now: () => shared.clock.now(),
    later: (delayMs, run) => timers.later(delayMs, run),
    bytes: (count) => randomBytes(count),
    async fetch(url, options) {
      const signal = AbortSignal.timeout(CALLBACK_TIMEOUT_MS);
      const response = await fetch(url, { ...options, signal, redirect: 'manual' });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    changed: (what) => shared.events.publish(name, 'CHANGED', { what }),
    tell: (type, data) => shared.events.publish(name, type, data),
    baseUrl: () => `${shared.url()}/${name}`,
  };
}

async function answer(
  req: IncomingMessage,
  target: Target,
  routes: Router<Route>,
  platform: { malformed(): Answer },
): Promise<Answer | null> {
  try {
    const found = routes.find(req.method ?? 'GET', target.path);
    if (!found) return null;
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(req.headers)) headers[name] = Array.isArray(value) ? value[0] : value;
    const body = (await readBody(req)).toString('utf8');
    const call = { method: req.method ?? 'GET', path: target.path, query: target.query, headers, body };
    return await found.value.run(call, found.params);
  } catch (error) {
    if (error instanceof PlatformRefusal) return error.toAnswer();
    if (error instanceof URIError) return platform.malformed();
    throw error;
  }
}

function remember(
  state: { readonly doors: Doors; readonly requests: SeenRequest[] },
  req: IncomingMessage,
  target: Target,
  status: number,
): void {
  state.requests.push({ at: state.doors.now().getTime(), method: req.method ?? 'GET', path: target.path, status });
  if (state.requests.length > REMEMBERED_REQUESTS) state.requests.shift();
  state.doors.changed('request');
}

function send(res: ServerResponse, { status, headers, body, bytesPerSecond }: Answer, timers: Timers): void {
  res.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  if (bytesPerSecond === undefined) res.end(body);
  else trickle(res, Buffer.from(body), { bytesPerSecond, timers });
}

function trickle(
  res: ServerResponse,
  bytes: Buffer,
  { bytesPerSecond, timers }: { readonly bytesPerSecond: number; readonly timers: Timers },
): void {
  const goOn = (from: number): void => {
    if (res.destroyed) return;
    const to = from + bytesPerSecond;
    if (to >= bytes.length) return void res.end(bytes.subarray(from));
    res.write(bytes.subarray(from, to));
    timers.later(1_000, () => goOn(to));
  };
  goOn(0);
}

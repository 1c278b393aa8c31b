import type { AddressInfo } from 'node:net';
import { type Clock, createClock, type SimClock } from './clock.ts';
import { createControl } from './control/control.ts';
import { discord } from './discord/definition.ts';
import type { DiscordWorld } from './discord/discord.ts';
import { createEvents, type Events } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { sendJson } from './http/reply.ts';
import { createHttpServer } from './http/server.ts';
import { worlds as definitions } from './registry.ts';
import type { Seed, Shared, UnknownCall, World, WorldDefinition } from './world.ts';

export interface StartOptions {
  /** The port. 0 or undefined selects a free one. */
  readonly port?: number;
  readonly host?: string;
  /** The clock behind the simulated one. A test passes the same one to the server. */
  readonly clock?: Clock;
  readonly seed?: Seed;
  /** False disables the rate limits. */
  readonly limits?: boolean;
}

export interface Sim {
  readonly url: string;
  readonly port: number;
  readonly discord: DiscordWorld;
  readonly worlds: ReadonlyMap<string, World>;
  readonly clock: SimClock;
  readonly events: Events;
  readonly faults: Faults;
  /** Calls that no world supports. Empty after a good test run. */
  readonly unknownCalls: readonly UnknownCall[];
  reset(seed?: Seed): void;
  close(): Promise<void>;
}

/** Starts the whole simulated outside world on one port of this machine. */
export async function startSim(options: StartOptions = {}): Promise<Sim> {
  const host = options.host ?? '127.0.0.1';
  const clock = createClock(options.clock);
  const events = createEvents(clock);
  const faults = createFaults();
  const unknownCalls: UnknownCall[] = [];
  const address = { url: '' };
  const made = new Map<string, World>();
  const shared: Shared = {
    clock,
    events,
    faults,
    unknownCalls,
    options: { seed: options.seed ?? 'demo', limits: options.limits ?? true },
    url: () => address.url,
    find: (name) => made.get(name),
    unknown(world, req, res, path) {
      const method = req.method ?? 'GET';
      unknownCalls.push({ world, method, path });
      req.resume();
      sendJson(res, 501, { message: `The simulated world does not know ${method} ${path} (${world})`, method, path });
    },
  };
  clock.whenMoved(() =>
    events.publish('sim', 'CLOCK_MOVED', { now: clock.now().toISOString(), offset: clock.offset() }),
  );
  faults.whenChanged(() => events.publish('sim', 'FAULTS_CHANGED', faults.list()));

  for (const definition of definitions) made.set(definition.name, definition.create(shared));
  const reset = (seed: Seed = shared.options.seed) => {
    clock.reset();
    faults.clear();
    unknownCalls.length = 0;
    for (const world of made.values()) world.reset(seed);
    events.publish('sim', 'RESET', { seed });
  };
  const control = createControl({ shared, worlds: made, reset });
  const server = createHttpServer(shared, [
    { name: 'control', prefix: '/control', world: control },
    ...(definitions as readonly WorldDefinition[]).flatMap(({ name, prefix, alias }) => {
      const world = made.get(name) as World;
      return [{ name, prefix, world }, ...(alias ? [{ name, prefix: alias, world: keepingPath(world, alias) }] : [])];
    }),
  ]);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  address.url = `http://${host}:${port}`;

  return {
    url: address.url,
    port,
    discord: made.get(discord.name) as DiscordWorld,
    worlds: made,
    clock,
    events,
    faults,
    unknownCalls,
    reset,
    async close() {
      for (const world of made.values()) world.close?.();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const keepingPath = (world: World, alias: string): Pick<World, 'handle' | 'limited'> => ({
  ...world,
  handle: (req, res, { path, query }) => world.handle(req, res, { path: `${alias}${path}`, query }),
});

import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { SimEvent } from '../events.ts';
import { FaultRule } from '../faults.ts';
import { readBody } from '../http/body.ts';
import { sendJson } from '../http/reply.ts';
import { ControlError, type Seed, type Shared, type Target, type World } from '../world.ts';

export interface ControlOptions {
  readonly shared: Shared;
  readonly worlds: ReadonlyMap<string, World>;
  reset(seed: Seed): void;
}

const ClockMove = z.union([z.object({ advance: z.number() }), z.object({ now: z.iso.datetime() })]);
const Reset = z.object({ seed: z.enum(['demo', 'empty']).default('demo') });
const FaultSeed = z.object({ seed: z.number().int() });

/** Creates the handlers of `/control/…` (see README.md beside this file). */
export function createControl(options: ControlOptions): Pick<World, 'handle'> {
  return {
    async handle(req, res, target) {
      if (req.method === 'GET' && target.path === '/events') return serveEvents(options.shared, { req, res, target });
      try {
        sendJson(res, 200, await answer(options, req, target));
      } catch (error) {
        refuse(res, error);
      }
    },
  };
}

async function answer(options: ControlOptions, req: IncomingMessage, { path, query }: Target): Promise<unknown> {
  const { shared, worlds } = options;
  const call = `${req.method} ${path}`;
  if (call === 'GET /state') return stateOf(options, query.get('world'));
  if (call === 'GET /clock') return clockOf(shared);
  // Returns the resources that this process has used. On a busy machine, benches measure CPU time instead of wall time.
  if (call === 'GET /process') return { ...process.cpuUsage(), ...process.memoryUsage() };
  if (call === 'GET /faults') return shared.faults.list();
  if (call === 'DELETE /faults') {
    const id = query.get('id');
    if (id === null) shared.faults.clear();
    else if (!shared.faults.remove(id)) throw new ControlError(404, 'There is no such fault');
    return shared.faults.list();
  }
  if (req.method !== 'POST') throw new ControlError(404, `There is no ${call} in the control API`);
  const body = parse((await readBody(req)).toString('utf8'));
  if (path === '/clock') return moveClock(shared, body);
  if (path === '/faults') {
    const seed = FaultSeed.safeParse(body);
    if (!seed.success) return shared.faults.add(FaultRule.parse(body));
    shared.faults.seed(seed.data.seed);
    return shared.faults.list();
  }
  if (path === '/reset') {
    options.reset(Reset.parse(body).seed);
    return {};
  }
  const [, worldName = '', actionName = ''] = path.split('/');
  const action = worlds.get(worldName)?.controls[actionName];
  if (!action) throw new ControlError(404, `There is no action ${actionName} of the world ${worldName}`);
  return (await action(body)) ?? {};
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, 'The body is not JSON');
  }
}

function stateOf({ shared, worlds }: ControlOptions, only: string | null): unknown {
  if (only !== null) {
    const world = worlds.get(only);
    if (!world) throw new ControlError(404, `There is no world ${only}`);
    return world.summary();
  }
  return {
    ...clockOf(shared),
    url: shared.url(),
    faults: shared.faults.list(),
    unknownCalls: shared.unknownCalls,
    worlds: Object.fromEntries([...worlds].map(([name, world]) => [name, world.summary()])),
  };
}

const clockOf = ({ clock }: Shared) => ({ now: clock.now().toISOString(), offset: clock.offset() });

function moveClock(shared: Shared, body: unknown): unknown {
  const move = ClockMove.parse(body);
  if ('advance' in move) shared.clock.advance(move.advance);
  else shared.clock.set(new Date(move.now));
  return clockOf(shared);
}

/** Shows the message of Zod, of a ControlError, or of an error with a Discord refusal. */
function refuse(res: ServerResponse, error: unknown): void {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    sendJson(res, 400, { error: `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}` });
    return;
  }
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    sendJson(res, error.status, { error: error.message });
    return;
  }
  throw error;
}

const BEAT_MS = 15_000;

/** Serves `/control/events`: all changes as server-sent events. */
function serveEvents(shared: Shared, call: { req: IncomingMessage; res: ServerResponse; target: Target }): void {
  const { req, res, target } = call;
  const only = target.query.get('world');
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  const write = (event: SimEvent) => {
    if (only === null || event.world === only || event.world === 'sim')
      res.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const last = Number(req.headers['last-event-id'] ?? Number.NaN);
  res.write(': the simulated world\n\n');
  if (Number.isInteger(last)) for (const event of shared.events.since(last)) write(event);
  const stop = shared.events.subscribe(write);
  const beat = setInterval(() => res.write(': beat\n\n'), BEAT_MS);
  res.on('close', () => {
    clearInterval(beat);
    stop();
  });
}

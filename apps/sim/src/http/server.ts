import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ActiveFault } from '../faults.ts';
import type { Shared, Target, World } from '../world.ts';
import { sendJson } from './reply.ts';

export interface Mounted {
  readonly name: string;
  readonly prefix: string;
  readonly world: Pick<World, 'handle' | 'upgrade' | 'limited'>;
}

/** Creates one server for all worlds. It finds the world by its prefix, applies faults, and passes the call on. */
export function createHttpServer(shared: Shared, mounted: readonly Mounted[]): Server {
  const find = (path: string) =>
    mounted.find(
      ({ prefix }) =>
        path.startsWith(prefix) && (prefix === '' || path.length === prefix.length || path[prefix.length] === '/'),
    );
  const server = createServer({ keepAliveTimeout: 65_000, noDelay: true }, (req, res) => {
    const { path, query } = split(req.url ?? '/');
    const mount = find(path);
    if (!mount) return shared.unknown('nowhere', req, res, path);
    const target = { path: path.slice(mount.prefix.length) || '/', query };
    // Ignores a reader that disconnects during a response.
    res.on('error', () => res.destroy());
    run(shared, mount, { req, res, target }).catch((error: unknown) => fail(res, error));
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { path, query } = split(req.url ?? '/');
    const mount = find(path);
    const inner = path.slice(mount?.prefix.length ?? 0) || '/';
    const isOut = mount && shared.faults.strike(mount.name, 'GET', inner).some((fault) => fault.kind === 'outage');
    if (!mount?.world.upgrade || isOut) socket.destroy();
    else mount.world.upgrade(req, socket, head, { path: inner, query });
  });
  return server;
}

const EMPTY = new URLSearchParams();

/** Splits a URL faster than a URL object, because every request calls this. */
function split(url: string): Target {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: EMPTY }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly target: Target;
}

async function run(shared: Shared, mount: Mounted, call: HttpCall): Promise<void> {
  const { req, res, target } = call;
  if (!shared.faults.hasAny()) return mount.world.handle(req, res, target);
  const path = target.path.replace(/^\/api(\/v\d+)?(?=\/)/, '');
  for (const fault of shared.faults.strike(mount.name, req.method ?? 'GET', path)) {
    if (await strike(mount, call, fault)) return;
  }
  await mount.world.handle(req, res, target);
}

/** Returns true if the fault gave the whole response. */
async function strike(mount: Mounted, { req, res }: HttpCall, fault: ActiveFault): Promise<boolean> {
  if (fault.kind === 'stall') {
    await new Promise((resolve) => setTimeout(resolve, fault.ms));
    return req.destroyed;
  }
  if (fault.kind === 'lost-reply') {
    loseReply(res);
    return false;
  }
  if (fault.kind === 'outage') {
    req.socket.destroy();
    return true;
  }
  req.resume();
  if (fault.kind === 'error') sendJson(res, fault.status, { message: `${fault.status}: simulated failure`, code: 0 });
  else if (mount.world.limited) mount.world.limited(res, fault);
  else {
    res.setHeader('retry-after', Math.ceil(fault.retryAfter));
    sendJson(res, 429, { error: 'Too Many Requests' });
  }
  return true;
}

/** The work is done, but the response is lost: the connection breaks before the first byte. */
function loseReply(res: ServerResponse): void {
  const lose = () => {
    res.socket?.destroy();
    return res;
  };
  res.writeHead = () => res;
  res.write = () => {
    lose();
    return false;
  };
  res.end = lose;
}

function fail(res: ServerResponse, error: unknown): void {
  if (error instanceof URIError) return sendJson(res, 400, { message: 'The address is not well formed', code: 0 });
  process.stderr.write(`The simulated world failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  if (res.headersSent) res.destroy();
  else sendJson(res, 500, { message: 'The simulated world has a bug. See its output.' });
}

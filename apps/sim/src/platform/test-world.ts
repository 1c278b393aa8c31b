/** A simulated platform on a free port, and an app that receives its calls, for tests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimClock } from '../clock.ts';
import { createEvents } from '../events.ts';
import { createFaults } from '../faults.ts';
import type { WorldDefinition } from '../world.ts';

/** Reads one value of a response as text. A wrong path gives an empty text, which fails the expectation. */
export function pick(json: unknown, ...path: (string | number)[]): string {
  let value: unknown = json;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function pickList(json: unknown, key: string): unknown[] {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  return Array.isArray(value) ? value : [];
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** `{}` if the response is not JSON. */
  readonly json: unknown;
  readonly text: string;
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const json: unknown = /^[{[]/.test(text) ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, json, text };
}

export interface TestPlatform {
  /** The base URL `http://127.0.0.1:<port>`, before the world's prefix. */
  readonly url: string;
  /** The URL where the app listens, without a path. */
  readonly appUrl: string;
  /** Calls that the world does not know. */
  readonly unknown: string[];
  control(name: string, body?: object): unknown;
  summary(): unknown;
  close(): Promise<void>;
}

export async function startTestPlatform(
  definition: WorldDefinition,
  about: { clock: SimClock; receive(req: IncomingMessage, res: ServerResponse): void | Promise<void> },
): Promise<TestPlatform> {
  const unknown: string[] = [];
  let url = '';
  const world = definition.create({
    clock: about.clock,
    events: createEvents(about.clock),
    faults: createFaults(),
    options: { seed: 'demo', limits: true },
    unknownCalls: [],
    url: () => url,
    find: () => undefined,
    unknown: (_world, req, res, path) => {
      unknown.push(`${req.method} ${path}`);
      res.writeHead(501).end();
    },
  });
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://sim');
    void world.handle(req, res, { path: pathname.slice(definition.prefix.length), query: searchParams });
  });
  server.on('upgrade', (req, socket, head: Buffer) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://sim');
    world.upgrade?.(req, socket, head, { path: pathname.slice(definition.prefix.length), query: searchParams });
  });
  const app = createServer((req, res) => void about.receive(req, res));
  url = await listen(server);
  return {
    url,
    appUrl: await listen(app),
    unknown,
    control: (name, body = {}) => world.controls[name]?.(body),
    summary: () => world.summary(),
    async close() {
      world.close?.();
      await Promise.all([server, app].map(shut));
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function shut(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

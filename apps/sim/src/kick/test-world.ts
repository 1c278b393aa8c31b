/** A simulated Kick on a free port, and an app that listens to its webhooks. For tests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock, type SimClock } from '../clock.ts';
import { createEvents } from '../events.ts';
import { createFaults } from '../faults.ts';
import { readBody } from '../http/body.ts';
import { kick } from './definition.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestKick {
  readonly url: string;
  readonly clock: SimClock;
  readonly unknown: string[];
  /** What reached the app's callback, in order of arrival. */
  readonly received: Received[];
  /** The statuses with which the app answers next; afterwards 200. */
  readonly replies: number[];
  control(name: string, body?: object): unknown;
  appToken(): Promise<string>;
  get(path: string, token?: string): Promise<{ status: number; headers: Headers; json: unknown }>;
  send(
    method: string,
    path: string,
    options: { token?: string; json?: unknown },
  ): Promise<{ status: number; headers: Headers; json: unknown }>;
  close(): Promise<void>;
}

/** Reads one value out of an answer as text; a wrong path is an empty one and fails the expectation. */
export function pick(json: unknown, ...path: (string | number)[]): string {
  let value: unknown = json;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function pickList(json: unknown, key: string): unknown[] {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  return Array.isArray(value) ? value : [];
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startTestKick(): Promise<TestKick> {
  const clock = createClock();
  const unknown: string[] = [];
  const received: Received[] = [];
  const replies: number[] = [];
  let url = '';
  const world = kick.create({
    clock,
    events: createEvents(clock),
    faults: createFaults(),
    options: { seed: 'demo', limits: true },
    unknownCalls: [],
    url: () => url,
    unknown: (_world, req, res, path) => {
      unknown.push(`${req.method} ${path}`);
      res.writeHead(501).end();
    },
  });
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://sim');
    void world.handle(req, res, { path: pathname.slice('/kick'.length), query: searchParams });
  });
  const app = createServer((req, res) => {
    void readBody(req).then((body) => {
      received.push({ headers: req.headers, body: body.toString('utf8') });
      return res.writeHead(replies.shift() ?? 200).end();
    });
  });
  url = await listen(server);
  const control = (name: string, body: object = {}): unknown => world.controls[name]?.(body);
  control('callback', { url: `${await listen(app)}/webhooks/kick` });

  const send: TestKick['send'] = async (method, path, options) => {
    const response = await fetch(`${url}/kick${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
    };
  };
  return {
    url,
    clock,
    unknown,
    received,
    replies,
    control,
    send,
    get: async (path, token) => send('GET', path, token ? { token } : {}),
    appToken: () => fetchToken(url, { grant_type: 'client_credentials' }),
    async close() {
      world.close?.();
      await Promise.all(
        [server, app].map(async (one) => {
          one.close();
          one.closeAllConnections();
          await once(one, 'close');
        }),
      );
    },
  };
}

export async function askForToken(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; json: Record<string, string> }> {
  const response = await fetch(`${url}/kick/id/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sim-kick-client', client_secret: 'sim-kick-secret', ...form }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

async function fetchToken(url: string, form: Record<string, string>): Promise<string> {
  const { json } = await askForToken(url, form);
  return json.access_token ?? '';
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Ctx, type Log, silentLog, systemTimers } from '@tally/kernel';
import { expect, test, vi } from 'vitest';
import type { Discord } from '../rest/index.ts';
import { createGateway } from './gateway.ts';

/** How far this fake Discord lets a connection progress. */
type Until = 'socket' | 'hello' | 'ready';
const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING] = [0x81, 0x88, 0x89];

/** Implements only the part of a WebSocket that the test needs. */
async function openDiscord(until: Until) {
  const sockets = new Set<Duplex>();
  const heard: (number | undefined)[] = [];
  const seen = { isThere: false };
  const server = createServer();
  const hello = Buffer.from(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 } }));
  const sayHello = (socket: Duplex): void => {
    socket.write(Buffer.concat([Buffer.from([TEXT, hello.length]), hello]));
  };
  server.on('upgrade', (req, socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    if (until === 'socket') {
      seen.isThere = true;
      socket.resume();
      return;
    }
    const key = createHash('sha1').update(`${req.headers['sec-websocket-key']}${ACCEPT}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
    // The client answers each of these frames, which shows how far it has got.
    if (until === 'hello') socket.write(Buffer.from([PING, 0]));
    if (until === 'ready') sayHello(socket);
    socket.on('data', (frame: Buffer) => {
      seen.isThere = true;
      heard.push(frame[0]);
      if (frame[0] === CLOSE) socket.end(Buffer.from([CLOSE, 0]));
    });
  });
  server.listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(server.listening).toBe(true), 30_000);
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    sockets,
    seen,
    heard,
    sayHello: () => sockets.forEach(sayHello),
    breakOff: () => sockets.forEach((socket) => socket.destroy()),
    [Symbol.dispose]: () => void server.close(),
  };
}

/** Starts a gateway, waits until it has reached this point, and stops it. */
async function leaveAt(world: Awaited<ReturnType<typeof openDiscord>>, log: Log = silentLog): Promise<void> {
  const gateway = createGateway({
    discord: { rest: {} } as Discord,
    gatewayInfo: async () => ({
      url: world.url,
      shards: 1,
      identifies: { total: 1000, remaining: 1000, resetAfterMs: 0 },
      maxConcurrency: 1,
    }),
    token: 'a token',
    listeners: [],
    shards: { count: 1, ids: [0] },
    makeCtx: () => ({}) as Ctx,
    log,
    // Disables our time limits, so that none of them ends a wait.
    timers: { ...systemTimers, within: async (_ms, work) => await work },
  });
  gateway.start().catch(() => {});
  await vi.waitFor(() => expect(world.seen.isThere).toBe(true), 30_000);
  await gateway.stop();
}

test('a shard that waits for its session is closed at once', async () => {
  using world = await openDiscord('ready');
  await leaveAt(world);
  await vi.waitFor(() => expect(world.sockets.size).toBe(0), 30_000);
});

test('a shard that is still connecting is left, and its socket does no harm', async () => {
  using world = await openDiscord('socket');
  const info = vi.fn<Log['info']>();
  await leaveAt(world, { ...silentLog, info });
  world.breakOff();
  await vi.waitFor(
    () => expect(info).toHaveBeenCalledWith(expect.anything(), 'The connection of a shard broke.'),
    30_000,
  );
});

test('a shard that was left before its hello begins no session after it', async () => {
  using world = await openDiscord('hello');
  await leaveAt(world);
  world.sayHello();
  await vi.waitFor(() => expect(world.sockets.size).toBe(0), 30_000);
  expect(world.heard).toContain(CLOSE);
  expect(world.heard).not.toContain(TEXT);
});

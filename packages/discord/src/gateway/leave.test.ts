import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Ctx, silentLog } from '@tally/kernel';
import { expect, test, vi } from 'vitest';
import type { Discord } from '../rest/index.ts';
import { createGateway } from './gateway.ts';

/** How far this Discord lets a connection come. */
type Until = 'socket' | 'hello' | 'ready';
const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING] = [0x81, 0x88, 0x89];

/** Only as much of a WebSocket as it takes. */
async function openDiscord(until: Until) {
  const sockets = new Set<Duplex>();
  const seen = { isThere: false };
  const server = createServer();
  const say = (socket: Duplex, payload: object): void => {
    const text = Buffer.from(JSON.stringify(payload));
    socket.write(Buffer.concat([Buffer.from([TEXT, text.length]), text]));
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
    // Each is answered: then it has come as far as it shall.
    if (until === 'hello') socket.write(Buffer.from([PING, 0]));
    if (until === 'ready') say(socket, { op: 10, d: { heartbeat_interval: 40_000 } });
    socket.on('data', (frame: Buffer) => {
      seen.isThere = true;
      if (frame[0] === CLOSE) socket.end(Buffer.from([CLOSE, 0]));
    });
  });
  server.listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(server.listening).toBe(true), 30_000);
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, sockets, seen, close: () => server.close() };
}

test.each<Until>(['socket', 'hello', 'ready'])(
  'a shard that waits for its %s is left at once: who waits for its shards gets them',
  async (until) => {
    const world = await openDiscord(until);
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
      log: silentLog,
    });
    gateway.start().catch(() => {});
    await vi.waitFor(() => expect(world.seen.isThere).toBe(true), 30_000);
    await gateway.stop();
    await vi.waitFor(() => expect(world.sockets.size).toBe(0), 30_000);
    world.close();
  },
  // The library alone waits 15 s for a session and a minute for a hello.
  10_000,
);

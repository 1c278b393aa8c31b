import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { KickWorld } from '../world.ts';
import { openCentrifugo } from './centrifugo.ts';
import { openPusher } from './pusher.ts';

const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1 << 16 });

export function upgradeToRealtime(
  world: KickWorld,
  path: string,
  { req, socket, head }: { req: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  const key = /^\/pusher\/app\/(\w+)$/.exec(path)?.[1];
  const open = key ? openPusher(key) : path === '/realtime/connection/websocket' ? openCentrifugo : null;
  const { origin } = req.headers;
  if (!open) return void socket.destroy();
  // Other sites are refused. Clients that are not pages send no Origin.
  if (origin !== undefined && origin !== 'https://kick.com')
    return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  server.handleUpgrade(req, socket, head, (ws) => {
    const { listener, read, end } = open(world, ws);
    world.realtime.listeners.add(listener);
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      end();
      world.realtime.listeners.delete(listener);
      world.doors.changed('realtime');
    });
    ws.on('message', (data: Buffer) => {
      if (!world.realtime.isZombie) read(data.toString('utf8'));
    });
  });
}

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { TwitchWorld } from '../world.ts';
import { receive } from './receive.ts';
import { send } from './send.ts';
import type { IrcClient } from './state.ts';

const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1 << 16 });
/** "About once every 5 minutes": https://dev.twitch.tv/docs/chat/irc/#keepalive-messages */
const PING_EVERY_MS = 5 * 60_000;

/** Clients without a path setting put the path before a question mark. */
export const isIrc = (path: string): boolean => /^\/irc\/?$/.test(path);

export function upgradeToIrc(
  world: TwitchWorld,
  req: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
) {
  server.handleUpgrade(req, socket, head, (ws) => open(world, ws));
}

function open(world: TwitchWorld, socket: WebSocket): void {
  const client: IrcClient = {
    socket,
    capabilities: new Set(),
    nick: null,
    password: '',
    isWelcome: false,
    userId: null,
    rooms: new Set(),
    joins: [],
  };
  world.irc.clients.add(client);
  let cancel = (): void => {};
  const ping = (): void => {
    cancel = world.doors.later(PING_EVERY_MS, () => {
      // Like Twitch, sends PING without "tmi.twitch.tv" in front.
      if (!world.irc.isSilent && socket.readyState === socket.OPEN) socket.send('PING :tmi.twitch.tv\r\n');
      ping();
    });
  };
  ping();
  socket.on('close', () => {
    cancel();
    world.irc.clients.delete(client);
    world.doors.changed('irc');
  });
  // Ignores a reader that disconnects.
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer) => {
    for (const line of data.toString('utf8').split(/\r?\n/)) if (line !== '') receive(world, client, line);
  });
  world.doors.changed('irc');
}

const RECONNECT_AFTER_MS = 30_000;

/** Twitch announces a restart of a chat server, and closes the connection a while later. */
export function askToReconnect(world: TwitchWorld): void {
  const open = [...world.irc.clients];
  for (const client of open) send(world, client, { text: 'RECONNECT' });
  world.doors.later(RECONNECT_AFTER_MS, () => open.forEach(({ socket }) => socket.close()));
}

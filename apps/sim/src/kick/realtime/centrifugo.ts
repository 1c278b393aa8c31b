/** https://centrifugal.dev/docs/transports/client_protocol: JSON with one command or reply per line. */
import { createUuid } from '../../platform/ids.ts';
import type { KickWorld } from '../world.ts';
import { isKnownChannel } from './send.ts';
import { type Listener, type OpenSocket, readObject } from './state.ts';

const PING_SECONDS = 25;
const PONG_WITHIN_MS = 10_000;
const CODES = { noPong: 3012, invalidToken: 3500, badRequest: 3501, stale: 3502, expired: 3005 } as const;

export const openCentrifugo: OpenSocket = (world, socket) => {
  const channels = new Set<string>();
  let client: string | null = null;
  let cancel = (): void => {};
  const say = (reply: object): void => socket.send(JSON.stringify(reply));

  const ping = (): void => {
    cancel = world.doors.later(PING_SECONDS * 1_000, () => {
      if (!world.realtime.isZombie) say({});
      cancel = world.doors.later(PONG_WITHIN_MS, () => socket.close(CODES.noPong, 'no pong'));
    });
  };
  const pong = (): void => {
    cancel();
    ping();
  };
  let expire = (): void => {};
  const willExpire = (ttl: number): void => {
    expire();
    // Servers give clients 30 extra seconds before a renewal.
    expire = world.doors.later((ttl + 30) * 1_000, () => socket.close(CODES.expired, 'connection expired'));
  };

  const commands: Readonly<Record<string, (id: unknown, body: Record<string, unknown>) => void>> = {
    connect(id, { token }) {
      const ttl = secondsLeft(world, token);
      if (ttl === null) return socket.close(CODES.invalidToken, 'invalid token');
      if (ttl <= 0) return say({ id, error: { code: 109, message: 'token expired' } });
      client = createUuid(world.doors);
      say({ id, connect: { client, version: '6.2.0', expires: true, ttl, ping: PING_SECONDS, pong: true } });
      willExpire(ttl);
      ping();
    },
    refresh(id, { token }) {
      const ttl = secondsLeft(world, token);
      if (ttl === null) return socket.close(CODES.invalidToken, 'invalid token');
      willExpire(ttl);
      say({ id, refresh: { client, version: '6.2.0', expires: true, ttl } });
    },
    subscribe(id, { channel }) {
      if (typeof channel !== 'string' || !isKnownChannel(world, channel))
        return say({ id, error: { code: 102, message: 'unknown channel' } });
      channels.add(channel);
      say({ id, subscribe: {} });
    },
    unsubscribe(id, { channel }) {
      channels.delete(String(channel));
      say({ id, unsubscribe: {} });
    },
  };

  const listener: Listener = {
    socket,
    channels,
    // `data` is a JSON text inside JSON, as in the other protocol.
    tell: (channel, event, data) => say({ push: { channel, pub: { data: { event, data: JSON.stringify(data) } } } }),
  };
  return {
    listener,
    end() {
      cancel();
      expire();
    },
    read(text) {
      for (const line of text.split('\n')) {
        const command = readObject(line);
        if (!command) return socket.close(CODES.badRequest, 'bad request');
        const name = Object.keys(commands).find((each) => each in command);
        if (!name) pong();
        else if (client === null && name !== 'connect') return socket.close(CODES.stale, 'stale');
        else commands[name]?.(command.id, (command[name] ?? {}) as Record<string, unknown>);
      }
    },
  };
};

function secondsLeft(world: KickWorld, token: unknown): number | null {
  const until = world.realtime.tokens.get(String(token));
  return until ? Math.floor((until.getTime() - world.doors.now().getTime()) / 1_000) : null;
}

/** Protocol 7 of Pusher's channels: https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/ */
import { PUSHER_KEY } from './negotiate.ts';
import { isKnownChannel } from './send.ts';
import { type Listener, type OpenSocket, readObject } from './state.ts';

const ACTIVITY_SECONDS = 120;
const PONG_WITHIN_MS = 30_000;

export const openPusher =
  (key: string): OpenSocket =>
  (world, socket) => {
    const channels = new Set<string>();
    // `data` is always a JSON text.
    const say = (event: string, data: unknown, channel?: string): void =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel === undefined ? {} : { channel }) }));
    const fail = (code: number, message: string): void => {
      socket.send(JSON.stringify({ event: 'pusher:error', data: { code, message } }));
      socket.close(code, message);
    };
    let cancel = (): void => {};
    const expectLife = (): void => {
      cancel();
      cancel = world.doors.later(ACTIVITY_SECONDS * 1_000, () => {
        if (!world.realtime.isZombie) say('pusher:ping', {});
        cancel = world.doors.later(PONG_WITHIN_MS, () => socket.close(4201, 'Pong reply not received'));
      });
    };
    const listener: Listener = { socket, channels, tell: (channel, event, data) => say(event, data, channel) };
    if (key === PUSHER_KEY) {
      const id = Buffer.from(world.doors.bytes(4)).readUInt32BE();
      say('pusher:connection_established', { socket_id: `${id % 10_000}.${id}`, activity_timeout: ACTIVITY_SECONDS });
      expectLife();
    } else fail(4001, `App key ${key} not in this cluster. Did you forget to specify the cluster?`);
    return {
      listener,
      end: () => cancel(),
      read(text) {
        expectLife();
        const { event, data } = readObject(text) ?? {};
        const channel = (data as { channel?: unknown } | undefined)?.channel;
        if (event === 'pusher:ping') say('pusher:pong', {});
        if (event === 'pusher:unsubscribe' && typeof channel === 'string') channels.delete(channel);
        if (event !== 'pusher:subscribe' || typeof channel !== 'string') return;
        // Pusher accepts any channel name, including one without lines.
        channels.add(channel);
        say('pusher_internal:subscription_succeeded', {}, channel);
        if (!isKnownChannel(world, channel)) world.doors.changed('realtime');
      },
    };
  };

import { z } from 'zod';
import { type End, type Hears, type Line, type LineDoors, plainName, watchSilence } from './line.ts';
import { parse } from './realtime.external.ts';

/** Protocol 7: https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/ */
const Frame = z.object({ event: z.string(), channel: z.string().optional(), data: z.unknown() });
const Established = z.object({ activity_timeout: z.number().positive().optional() });

const USUAL_ACTIVITY_SECONDS = 120;
const ANSWERS_WITHIN_MS = 30_000;

export function openPusher(doors: LineDoors, { url }: { readonly url: string }, hears: Hears): Line {
  let activityMs = USUAL_ACTIVITY_SECONDS * 1_000;
  let isOver = false;
  const say = (event: string, data: object): void => socket.send(JSON.stringify({ event, data }));

  const lose = (end: End): void => {
    if (isOver) return;
    close();
    hears.lost(end);
  };
  /** A quiet connection gets a ping, and counts as lost without a response. */
  const silence = watchSilence(doors, () => {
    if (isAsked) return lose('usual');
    isAsked = true;
    say('pusher:ping', {});
    silence.heard(ANSWERS_WITHIN_MS);
  });
  // We cannot send before the other side has introduced itself.
  let isAsked = true;
  const read = (text: string): void => {
    const frame = Frame.safeParse(parse(text)).data;
    if (!frame) return;
    const { event, channel, data } = frame;
    switch (event) {
      case 'pusher:connection_established':
        activityMs = (Established.safeParse(parse(data)).data?.activity_timeout ?? USUAL_ACTIVITY_SECONDS) * 1_000;
        return hears.ready();
      case 'pusher:ping':
        return say('pusher:pong', {});
      default:
        if (channel !== undefined && !event.startsWith('pusher')) hears.told(channel, plainName(event), parse(data));
    }
  };
  const socket = doors.http.socket({
    world: 'kick',
    url,
    opened: () => undefined,
    heard(text) {
      read(text);
      if (isOver) return;
      isAsked = false;
      silence.heard(activityMs);
    },
    // After 4000–4099 reconnecting like this is useless. After 4200–4299 we reconnect immediately.
    ended: (code) =>
      lose(code >= 4_000 && code < 4_100 ? 'final' : code >= 4_200 && code < 4_300 ? 'at once' : 'usual'),
  });
  silence.heard(ANSWERS_WITHIN_MS);
  const close = (): void => {
    isOver = true;
    silence.end();
    socket.close();
  };
  return {
    join: (rooms) => rooms.forEach((channel) => say('pusher:subscribe', { auth: '', channel })),
    leave: (channel) => say('pusher:unsubscribe', { channel }),
    close,
  };
}

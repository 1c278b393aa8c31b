import { z } from 'zod';
import { type End, type Hears, type Line, type LineDoors, plainName, watchSilence } from './line.ts';
import { parse } from './realtime.external.ts';

/**
 * https://centrifugal.dev/docs/transports/client_protocol: JSON with one command or reply per line, and several lines
 * per frame.
 */
const Reply = z.object({
  id: z.number().optional(),
  error: z.object({ code: z.number() }).optional(),
  connect: z.object({ ttl: z.number().positive().optional(), ping: z.number().positive().optional() }).optional(),
  refresh: z.object({ ttl: z.number().positive().optional() }).optional(),
  subscribe: z.object({}).optional(),
  push: z
    .object({
      channel: z.string(),
      pub: z.object({ data: z.object({ event: z.string(), data: z.unknown() }) }).optional(),
    })
    .optional(),
});
type Reply = z.output<typeof Reply>;

const ANSWERS_WITHIN_MS = 10_000;
const USUAL_PING_SECONDS = 25;
/** We renew a token shortly before it expires. */
const RENEWED_BEFORE_SECONDS = 60;

export function openCentrifugo(
  doors: LineDoors,
  about: { readonly url: string; readonly getToken: () => Promise<string> },
  hears: Hears,
): Line {
  const { timers, http } = doors;
  let lastId = 0;
  /** Handlers of commands that have no reply yet. */
  const asked = new Map<number, (reply: Reply) => void>();
  let pingSeconds = USUAL_PING_SECONDS;
  let stopRenewing = (): void => {};
  let isOver = false;

  const lose = (end: End): void => {
    if (isOver) return;
    close();
    hears.lost(end);
  };
  const silence = watchSilence(doors, () => lose('usual'));
  const command = (body: object, answered: (reply: Reply) => void): string => {
    lastId += 1;
    asked.set(lastId, answered);
    return JSON.stringify({ id: lastId, ...body });
  };
  const renewIn = (ttl: number | undefined): void => {
    stopRenewing();
    if (ttl === undefined) return;
    const ms = Math.max(ttl - RENEWED_BEFORE_SECONDS, ttl / 2) * 1_000;
    stopRenewing = timers.after(ms, () => void about.getToken().then(renew, () => lose('usual')));
  };
  const renew = (token: string): void =>
    socket.send(
      command({ refresh: { token } }, ({ error, refresh }) => (error ? lose('usual') : renewIn(refresh?.ttl))),
    );
  const connected = ({ error, connect }: Reply): void => {
    if (error || !connect) return lose('usual');
    pingSeconds = connect.ping ?? USUAL_PING_SECONDS;
    renewIn(connect.ttl);
    hears.ready();
  };
  const read = (line: string): void => {
    const reply = Reply.safeParse(parse(line)).data;
    if (!reply) return;
    const { id, push } = reply;
    if (id !== undefined) {
      asked.get(id)?.(reply);
      asked.delete(id);
    } else if (push?.pub) hears.told(push.channel, plainName(push.pub.data.event), parse(push.pub.data.data));
    // An empty reply is a ping.
    else if (Object.keys(reply).length === 0) socket.send('{}');
  };
  const socket = http.socket({
    world: 'kick',
    url: about.url,
    opened: () =>
      void about.getToken().then(
        (token) => socket.send(command({ connect: { token, name: 'js' } }, connected)),
        () => lose('usual'),
      ),
    heard(text) {
      silence.heard(pingSeconds * 1_000 + ANSWERS_WITHIN_MS);
      for (const line of text.split('\n')) if (line !== '') read(line);
    },
    // https://centrifugal.dev/docs/server/codes
    ended: (code) => lose((code >= 3_500 && code < 4_000) || (code >= 4_500 && code < 5_000) ? 'final' : 'usual'),
  });
  silence.heard(2 * ANSWERS_WITHIN_MS);
  const close = (): void => {
    isOver = true;
    silence.end();
    stopRenewing();
    socket.close();
  };
  return {
    join(rooms) {
      const commands = rooms.map((channel) =>
        command({ subscribe: { channel } }, ({ error }) => {
          if (error) hears.refused(channel);
        }),
      );
      socket.send(commands.join('\n'));
    },
    leave: (channel) => socket.send(command({ unsubscribe: { channel } }, () => undefined)),
    close,
  };
}

import { type Channel, type ChatHappening, minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { KickSites } from '../site/site.ts';
import { connect } from './connect.ts';
import type { End, Hears, Line } from './line.ts';
import { happeningOf, RoomOfChannel } from './realtime.external.ts';

type Hear = (happening: ChatHappening) => void;
type Named = Pick<Channel, 'id' | 'name'>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = minutes(1);
/** Kick permanently rejects the connection, so we wait longer and then request new parameters. */
const FINAL_PAUSE_MS = minutes(5);
/** If a channel's room is unknown, we request it again after this time. */
const ROOM_AGAIN_MS = minutes(1);

interface Chat {
  readonly channel: Named;
  readonly hearers: Set<Hear>;
  /** The room's name on the socket. Null until it is known. */
  room: string | null;
  stopLooking: () => void;
}

/** Reads chats as kick.com's pages do. All chats share one connection, which exists only while a chat is read. */
export interface Chats {
  readonly read: (channel: Named, hear: Hear) => () => void;
  readonly close: () => void;
}

export function createChats(doors: PlatformDoors, sites: KickSites): Chats {
  const { timers, log } = doors;
  const meters = metersOf(doors);
  const chats = new Map<string, Chat>();
  const byRoom = new Map<string, Chat>();
  const connection = keepConnected(doors, sites, {
    ready: (line) => line.join([...byRoom.keys()]),
    told(room, event, data) {
      const chat = byRoom.get(room);
      const happening = chat ? happeningOf(chat.channel.id, event, data) : null;
      meters.events.inc({ kind: happening?.kind ?? 'other' });
      if (happening) chat?.hearers.forEach((hear) => hear(happening));
    },
    // Webhooks still deliver this chat, as they deliver all chats while the socket is down.
    refused: (room) => log.info({ room }, "Kick's own chat refuses us; its webhooks are used"),
  });

  const look = async (chat: Chat): Promise<void> => {
    const room = await findRoom(sites, chat.channel, doors);
    if (chat.hearers.size === 0) return;
    if (room === null) {
      chat.stopLooking = timers.after(ROOM_AGAIN_MS, () => void look(chat));
      return;
    }
    chat.room = room;
    byRoom.set(room, chat);
    connection.use((line) => line.join([room]));
  };
  const leave = ({ channel, room, stopLooking }: Chat): void => {
    stopLooking();
    chats.delete(channel.id);
    if (room === null) return;
    byRoom.delete(room);
    if (byRoom.size === 0) connection.rest();
    else connection.use((line) => line.leave(room));
  };
  return {
    read(channel, hear) {
      const known = chats.get(channel.id);
      const chat = known ?? { channel, hearers: new Set<Hear>(), room: null, stopLooking: () => undefined };
      // The wrapper keeps two readers apart that pass the same function.
      const own: Hear = (happening) => hear(happening);
      chat.hearers.add(own);
      if (!known) {
        chats.set(channel.id, chat);
        void look(chat);
      }
      return () => {
        if (chat.hearers.delete(own) && chat.hearers.size === 0) leave(chat);
      };
    },
    close() {
      for (const chat of chats.values()) {
        chat.hearers.clear();
        leave(chat);
      }
    },
  };
}

/** Returns the room of a channel, which has its own number. Returns null if kick.com does not return it now. */
async function findRoom({ site }: KickSites, { name, id }: Named, { log }: PlatformDoors): Promise<string | null> {
  try {
    const found = await site.get(`/api/v2/channels/${encodeURIComponent(name)}`, {}, RoomOfChannel);
    return found && `chatrooms.${found.chatroom.id}.v2`;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.debug({ err: error, channelId: id }, 'kick.com did not return the room of a chat');
    return null;
  }
}

/** Reconnects silently with growing pauses. A working connection resets the pause. */
function keepConnected(
  doors: PlatformDoors,
  sites: KickSites,
  hears: Omit<Hears, 'ready' | 'lost'> & { readonly ready: (line: Line) => void },
) {
  const { timers, random, log } = doors;
  const { isConnected } = metersOf(doors);
  isConnected.set(0);
  let state: 'resting' | 'on its way' | 'ready' = 'resting';
  let line: Line | null = null;
  let failures = 0;
  let stopWaiting = (): void => {};
  /** The number of the current attempt. Events of older attempts are ignored. */
  let attempt = 0;

  const begin = async (): Promise<void> => {
    attempt += 1;
    const own = attempt;
    state = 'on its way';
    const isCurrent = () => own === attempt;
    try {
      const opened = await connect(doors, sites.web, {
        ...hears,
        ready() {
          if (!isCurrent() || !line) return;
          if (failures > 0) log.info({ failures }, "Kick's own chat is read again");
          state = 'ready';
          failures = 0;
          isConnected.set(1);
          hears.ready(line);
        },
        lost: (end) => {
          if (isCurrent()) lose(end);
        },
      });
      if (isCurrent()) line = opened;
      else opened.close();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error }, "Kick's own chat cannot be reached");
      if (isCurrent()) lose('usual');
    }
  };
  const lose = (end: End): void => {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random.int(500) / 1_000);
    if (failures === 0) log.info({ end }, "Kick's own chat is down; its webhooks are used");
    isConnected.set(0);
    line = null;
    state = 'on its way';
    // If the other side closes every connection immediately, we must not reconnect immediately each time.
    const isAtOnce = end === 'at once' && failures === 0;
    failures += 1;
    stopWaiting = timers.after(end === 'final' ? FINAL_PAUSE_MS : isAtOnce ? 0 : pause, () => void begin());
  };
  return {
    use(work: (line: Line) => void): void {
      if (state === 'resting') void begin();
      else if (state === 'ready' && line) work(line);
    },
    rest(): void {
      attempt += 1;
      stopWaiting();
      line?.close();
      line = null;
      state = 'resting';
      failures = 0;
      isConnected.set(0);
    },
  };
}

const metersOf = ({ metrics }: PlatformDoors) => ({
  events: metrics.counter({
    name: 'kick_chat_events_total',
    help: "Events of Kick's own chat: lines, removed lines, bans, cleared chats, and others",
    labels: ['kind'],
  }),
  isConnected: metrics.gauge({ name: 'kick_chat_connected', help: "1 while Kick's own chat is read" }),
});

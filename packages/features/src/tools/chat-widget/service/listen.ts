import type { ChatEvent } from '@tally/contract';
import { AppError, type Channel, type Ctx, minutes, type PlatformConnection, withCaller } from '@tally/kernel';
import { z } from 'zod';
import { hearChatsFor, isRoomForChat } from '../../../connections/index.ts';
import { CHATS_CHANNEL } from '../store.ts';
import { getChannel, isHeardBy } from './channel.ts';
import { eventOf } from './pass-on.ts';

/** A chat stays subscribed while a widget of any process renews it; a dead process renews nothing. */
const ASKED_EVERY_MS = minutes(4);
const HEARD_MINUTES = 5;
/** Pushes sometimes come twice, but not after more lines than this. */
const REMEMBERED_LINES = 200;
/** A slow reader loses events beyond this many. */
const MOST_WAITING = 500;

const Call = z.tuple([z.string(), z.unknown()]);

/** A chat with open widgets in this process. */
interface Room {
  readonly readers: Set<(event: ChatEvent) => void>;
  /** Ids of lines that were sent, or must not be sent any more. */
  readonly seen: Set<string>;
  readonly close: () => void;
}

type Rooms = Map<string, Room>;
const houses = new WeakMap<Ctx['listen'], Promise<Rooms>>();

function roomsOf(ctx: Ctx): Promise<Rooms> {
  const known = houses.get(ctx.listen);
  if (known) return known;
  const opening = openRooms(ctx);
  houses.set(ctx.listen, opening);
  // The next caller tries again.
  opening.catch(() => houses.delete(ctx.listen));
  return opening;
}

async function openRooms({ listen: hear }: Ctx): Promise<Rooms> {
  const rooms: Rooms = new Map();
  await hear(CHATS_CHANNEL, (text) => {
    const [channelId, event] = Call.parse(JSON.parse(text));
    const room = rooms.get(channelId);
    if (room) tell(room, event as ChatEvent);
  });
  return rooms;
}

function tell({ readers, seen }: Pick<Room, 'readers' | 'seen'>, event: ChatEvent): void {
  if (event.type === 'line' && seen.has(event.id)) return;
  // The push of a line may come after its removal.
  if (event.type === 'line' || event.type === 'removed') seen.add(event.id);
  for (const oldest of seen) {
    if (seen.size <= REMEMBERED_LINES) break;
    seen.delete(oldest);
  }
  for (const read of readers) read(event);
}

/** All events of this chat from now on, until the signal. */
export async function listen(ctx: Ctx, name: string, signal: AbortSignal): Promise<AsyncIterable<ChatEvent>> {
  const channel = await getChannel(ctx, 'kick', name);
  const about = { platform: 'Kick' };
  const connection = ctx.platforms.find('kick');
  if (!connection || !isHeardBy(connection)) throw new AppError('chatNotHeard', about);
  // Reading a chat needs no pushes.
  if (!connection.readChat && !(await isRoomForChat(ctx, 'kick', channel.id))) throw new AppError('chatsFull', about);
  const rooms = await roomsOf(ctx);
  const isFirst = !rooms.has(channel.id);
  const room = rooms.get(channel.id) ?? openRoom(ctx, channel, connection);
  rooms.set(channel.id, room);
  const leave = () => {
    if (room.readers.size > 0) return;
    room.close();
    rooms.delete(channel.id);
  };
  const events = read(room, signal, leave);
  if (isFirst) await askForPushes(ctx, channel.id);
  return events;
}

function openRoom(ctx: Ctx, channel: Channel, connection: PlatformConnection): Room {
  const own = withCaller(ctx, { kind: 'system' });
  const ask = () =>
    void askForPushes(own, channel.id).catch(
      // The next renewal may succeed; until then the subscription lasts some minutes more.
      (error: unknown) => ctx.log.warn({ err: error, channelId: channel.id }, 'A chat could not be asked for again'),
    );
  const stopAsking = ctx.timers.every(ASKED_EVERY_MS, ask);
  const room = { readers: new Set<(event: ChatEvent) => void>(), seen: new Set<string>() };
  // Each process with widgets reads the chat itself, so lines need no detour through the database.
  const stopReading = connection.readChat?.(channel, (happening) => tell(room, eventOf(happening)));
  return {
    ...room,
    close() {
      stopAsking();
      stopReading?.();
    },
  };
}

async function askForPushes(ctx: Ctx, channelId: string): Promise<void> {
  const connection = ctx.platforms.find('kick');
  if (!connection?.hearChats) return;
  if (connection.readChat && !(await isRoomForChat(ctx, 'kick', channelId))) return;
  await hearChatsFor(ctx, { platform: 'kick', channelIds: [channelId], minutes: HEARD_MINUTES });
}

/** Listens at once: events before the first read are not lost. */
function read(room: Room, signal: AbortSignal, leave: () => void): AsyncGenerator<ChatEvent> {
  const waiting: ChatEvent[] = [];
  let goOn = (): void => {};
  const take = (event: ChatEvent): void => {
    waiting.push(event);
    if (waiting.length > MOST_WAITING) waiting.shift();
    goOn();
  };
  const end = (): void => {
    room.readers.delete(take);
    leave();
    goOn();
  };
  room.readers.add(take);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  async function* events(): AsyncGenerator<ChatEvent> {
    while (!signal.aborted) {
      const event = waiting.shift();
      if (event) yield event;
      else await new Promise<void>((resolve) => (goOn = resolve));
    }
  }
  return events();
}

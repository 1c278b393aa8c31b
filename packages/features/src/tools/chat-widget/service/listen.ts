import type { ChatEvent } from '@tally/contract';
import { createBell, type Room, type Topic } from '@tally/infra/signal';
import { AppError, type Channel, type Ctx, minutes, withCaller } from '@tally/kernel';
import { z } from 'zod';
import { isRoomForChat, subscribeChatsFor } from '../../../connections/index.ts';
import { CHATS_CHANNEL } from '../store.ts';
import { getChannel, isHeard } from './channel.ts';
import { eventOf } from './pass-on.ts';

/** A chat stays subscribed while a widget in any process renews it. A crashed process stops renewing. */
const ASKED_EVERY_MS = minutes(4);
const HEARD_MINUTES = 5;
/** Some pushes arrive twice, but never with more lines than this between them. */
const REMEMBERED_LINES = 200;
/** A slow reader loses events if more than this many are waiting. */
const MOST_WAITING = 500;

const Call = z.tuple([z.string(), z.custom<ChatEvent>()]);

const chats: Topic<ChatEvent> = { channel: CHATS_CHANNEL, read: (text) => [Call.parse(JSON.parse(text))] };

/** Yields all events of this chat from now until the signal aborts. */
export async function listen(ctx: Ctx, name: string, signal: AbortSignal): Promise<AsyncIterable<ChatEvent>> {
  const channel = await getChannel(ctx, 'kick', name);
  const about = { platform: 'Kick' };
  if (!isHeard(ctx, 'kick')) throw new AppError('chatNotHeard', about);
  // A chat that we read directly needs no pushes.
  if (!ctx.platforms.with('chatPage').has('kick') && !(await isRoomForChat(ctx, 'kick', channel.id)))
    throw new AppError('chatsFull', about);
  // Starts listening first, so events before the first read are not lost.
  const waiting: ChatEvent[] = [];
  const bell = createBell(ctx.timers, signal);
  const take = (event: ChatEvent | null): void => {
    if (event) waiting.push(event);
    if (waiting.length > MOST_WAITING) waiting.shift();
    bell.ring();
  };
  let isFirst = false;
  const leave = await ctx.signals.hear(chats, channel.id, take, (tell) => {
    isFirst = true;
    return openRoom(ctx, channel, tell);
  });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  if (isFirst) await askForPushes(ctx, channel.id);
  return (async function* events() {
    while (!signal.aborted) {
      const event = waiting.shift();
      if (event) yield event;
      else await bell.next();
    }
  })();
}

function openRoom(ctx: Ctx, channel: Channel, tell: (event: ChatEvent) => void): Room<ChatEvent> {
  /** Ids of lines that were sent, or that must not be sent any more. */
  const seen = new Set<string>();
  const hear = (event: ChatEvent): void => {
    if (event.type === 'line' && seen.has(event.id)) return;
    // The push for a line may arrive after the event that removed it.
    if (event.type === 'line' || event.type === 'removed') seen.add(event.id);
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED_LINES) break;
      seen.delete(oldest);
    }
    tell(event);
  };
  const own = withCaller(ctx, { kind: 'system' });
  const ask = () =>
    void askForPushes(own, channel.id).catch(
      // The next renewal may succeed. Until then, the subscription lasts a few minutes.
      (error: unknown) =>
        ctx.log.warn({ err: error, channelId: channel.id }, 'A chat subscription could not be renewed'),
    );
  const stopAsking = ctx.timers.every(ASKED_EVERY_MS, ask);
  // Each process with widgets reads the chat itself, so its lines do not pass through the database.
  const page = ctx.platforms.with('chatPage').get('kick');
  const stopReading = page?.readChat(channel, (happening) => hear(eventOf(happening)));
  return {
    hear,
    close() {
      stopAsking();
      stopReading?.();
    },
  };
}

async function askForPushes(ctx: Ctx, channelId: string): Promise<void> {
  if (!ctx.platforms.with('chat').has('kick')) return;
  if (ctx.platforms.with('chatPage').has('kick') && !(await isRoomForChat(ctx, 'kick', channelId))) return;
  await subscribeChatsFor(ctx, { platform: 'kick', channelIds: [channelId], minutes: HEARD_MINUTES });
}

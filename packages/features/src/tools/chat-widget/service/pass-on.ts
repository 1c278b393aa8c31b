import type { ChatEvent } from '@tally/contract';
import type { ChatBan, ChatHappening, ChatMessage, Ctx } from '@tally/kernel';
import { callOut } from '../store.ts';
import { isReadByBrowsers } from './channel.ts';

/** Postgres limits a notification to 8,000 bytes: https://www.postgresql.org/docs/current/sql-notify.html */
const MOST_BYTES = 7_900;

export async function passOnLine(ctx: Ctx, message: ChatMessage): Promise<void> {
  if (isReadByBrowsers(message.platform)) return;
  await passOn(ctx, message.channelId, eventOf({ kind: 'line', message }));
}

export const passOnBan = async (ctx: Ctx, ban: ChatBan): Promise<void> =>
  await passOn(ctx, ban.channelId, eventOf({ kind: 'ban', ban }));

async function passOn(ctx: Ctx, channelId: string, event: ChatEvent): Promise<void> {
  const call = JSON.stringify([channelId, event]);
  if (Buffer.byteLength(call) <= MOST_BYTES) await callOut(ctx.db, call);
  else ctx.log.warn({ channelId, type: event.type }, 'A chat event is too long to forward');
}

export function eventOf(happening: ChatHappening): ChatEvent {
  switch (happening.kind) {
    case 'line':
      return lineOf(happening.message);
    case 'ban':
      return { type: 'banned', userId: happening.ban.banned.id };
    case 'removed':
      return { type: 'removed', id: happening.messageId };
    case 'cleared':
      return { type: 'cleared' };
    default:
      return happening satisfies never;
  }
}

function lineOf(message: ChatMessage): ChatEvent {
  const { messageId: id, sender, badges, colour, text, replyTo, sentAt } = message;
  const { id: userId, name, displayName } = sender;
  const { subscribedMonths, pictures = [], renewedMonths } = message;
  const about = { userId, name, displayName, colour, badges: [...badges], text, replyTo };
  const more = { subscribedMonths, pictures: [...pictures], renewedMonths };
  return { type: 'line', id, ...about, ...more, sentAt: sentAt.toISOString() };
}

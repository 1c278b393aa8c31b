import type { ChatEvent } from '@tally/contract';
import type { ChatBan, ChatMessage, Ctx } from '@tally/kernel';
import { callOut } from '../store.ts';

/** A notification holds 8,000 bytes: https://www.postgresql.org/docs/current/sql-notify.html */
const MOST_BYTES = 7_900;

export async function passOnLine(ctx: Ctx, message: ChatMessage): Promise<void> {
  const { messageId, channelId, sender, badges, colour, text, replyTo, sentAt } = message;
  const { id: userId, name, displayName } = sender;
  const about = { userId, name, displayName, colour, badges: [...badges], text, replyTo };
  await passOn(ctx, channelId, { type: 'line', id: messageId, ...about, sentAt: sentAt.toISOString() });
}

export const passOnBan = async (ctx: Ctx, { channelId, banned }: ChatBan): Promise<void> =>
  await passOn(ctx, channelId, { type: 'banned', userId: banned.id });

async function passOn(ctx: Ctx, channelId: string, event: ChatEvent): Promise<void> {
  const call = JSON.stringify([channelId, event]);
  if (Buffer.byteLength(call) <= MOST_BYTES) await callOut(ctx.db, call);
  else ctx.log.warn({ channelId, type: event.type }, 'What happened in a chat is too long to be passed on');
}

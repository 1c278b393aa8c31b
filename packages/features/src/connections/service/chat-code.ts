import { CHAT_CODE_MINUTES, type ChatCode, PlatformToLink, type ServerId, type UserId } from '@tally/contract';
import { AppError, type ChatMessage, type Ctx, defineJob, hours, minutes } from '@tally/kernel';
import { z } from 'zod';
import { readServersOfUser } from '../../account/index.ts';
import { listChannelsIn } from '../../notifications/index.ts';
import { countHeard, hearUntil, saveCode, takeCode } from '../store/proofs.ts';
import { keepAccount } from './keep.ts';
import { nameOf } from './platform.ts';

/** No letters that look like others: the code is read from one screen and typed into another. 40 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const COMMAND = '!link';
const typed = /^\s*!link\s+([A-HJ-NP-Z2-9]{8})\s*$/i;

/** More nobody would look through, and each is a subscription at the platform. */
const MOST_CHATS = 10;
/** Pushes may be late: the chat is heard for a while after the code has ended, for what was written in time. */
const HEARD_AFTER_MS = minutes(5);
const SERVERS_AGE_MS = hours(1);

/** A code of the person, heard in the chats that their servers follow. Until the next one there is only this one. */
export async function makeChatCode(ctx: Ctx, userId: UserId, platform: 'kick'): Promise<ChatCode> {
  const servers = await readServersOfUser(ctx, userId, { maxAgeMs: SERVERS_AGE_MS });
  const serverIds = servers.map(({ serverId }) => serverId as ServerId);
  return await makeChatCodeIn(ctx, userId, platform, serverIds);
}

/** The same for somebody of whom we know only in which server they ask. */
export async function makeChatCodeIn(
  ctx: Ctx,
  userId: UserId,
  platform: 'kick',
  serverIds: readonly ServerId[],
): Promise<ChatCode> {
  const chats = await listChannelsIn(ctx, { platform, serverIds, limit: MOST_CHATS });
  const name = nameOf(ctx, platform);
  if (chats.length === 0) throw new AppError('noChatToType', { platform: name });
  if (!ctx.platforms.find(platform)?.hearChats) throw new AppError('linkingOff', { platform: name });
  const code = Array.from({ length: LENGTH }, () => LETTERS[ctx.random.int(LETTERS.length)]).join('');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + minutes(CHAT_CODE_MINUTES));
  const channelIds = chats.map(({ id }) => id);
  await ctx.db.transaction(async (tx) => {
    await saveCode(tx, { userId, codeHash: ctx.secrets.hashToken(code), createdAt, expiresAt });
    await hearUntil(tx, platform, channelIds, new Date(expiresAt.getTime() + HEARD_AFTER_MS));
    await ctx.queue.send(hearChats, { platform, channelIds }, { tx });
  });
  return { code, command: `${COMMAND} ${code}`, expiresAt, chats: chats.map(({ name, url }) => ({ name, url })) };
}

/**
 * Kick lets an app hear 1,000 chats until it has verified it (https://docs.kick.com/events/introduction). Strangers may open
 * a widget for any channel; the last fifth is for people who prove who they are in a chat.
 */
export const MOST_HEARD = 800;

/** Whether one more chat may be heard for a widget; one that is heard already always may. */
export async function isRoomForChat(ctx: Ctx, platform: 'kick', channelId: string): Promise<boolean> {
  const { count, isHeard } = await countHeard(ctx.db, platform, channelId);
  return isHeard || count < MOST_HEARD;
}

/** For features that learn something from what a person writes: the chats are heard for so many minutes from now. */
export async function hearChatsFor(
  ctx: Ctx,
  about: { readonly platform: 'kick'; readonly channelIds: readonly string[]; readonly minutes: number },
): Promise<void> {
  const { platform, channelIds } = about;
  if (channelIds.length === 0) return;
  const until = new Date(ctx.clock.now().getTime() + minutes(about.minutes) + HEARD_AFTER_MS);
  await ctx.db.transaction(async (tx) => {
    await hearUntil(tx, platform, channelIds, until);
    await ctx.queue.send(hearChats, { platform, channelIds: [...channelIds] }, { tx });
  });
}

export const hearChats = defineJob({
  name: 'connections/hear-chats',
  data: z.object({ platform: PlatformToLink, channelIds: z.array(z.string()) }),
  run: async (ctx, { platform, channelIds }) => await ctx.platforms.find(platform)?.hearChats?.(channelIds),
});

/** Somebody wrote in a chat that we hear. When they wrote it is what counts, not when we were told. */
export async function readChat(ctx: Ctx, message: ChatMessage): Promise<void> {
  const code = typed.exec(message.text)?.[1]?.toUpperCase();
  if (!code) return;
  // In a transaction of its own: a code is used up even where the account turns out to be somebody else's.
  const userId = await takeCode(ctx.db, ctx.secrets.hashToken(code), message.sentAt);
  if (!userId) return;
  const { platform, sender } = message;
  try {
    await keepAccount(ctx, { userId, platform, account: sender, way: 'chat', tokens: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ userId, platform, code: error.code }, 'A code in a chat linked nothing.');
  }
}

import { CHAT_CODE_MINUTES, type ChatCode, type ServerId, type UserId } from '@tally/contract';
import { AppError, type ChatMessage, type Ctx, hours, minutes } from '@tally/kernel';
import { westernDigits } from '@tally/message/template';
import { readServersOfUser } from '../../account/index.ts';
import { listChannelsIn } from '../../notifications/index.ts';
import { hearUntil } from '../store/heard.ts';
import { saveCode, takeCode } from '../store/proofs.ts';
import { HEARD_AFTER_MS, hearChats } from './hear.ts';
import { keepAccount } from './keep.ts';
import { nameOf } from './platform.ts';

/** No letters that look like others: the code is read from one screen and typed into another. 40 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const COMMAND = '!link';
const typed = /^\s*!link\s+([A-HJ-NP-Z2-9]{8})\s*$/i;

/** More nobody would look through, and each is a subscription at the platform. */
const MOST_CHATS = 10;
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

/** Somebody wrote in a chat that we hear. When they wrote it is what counts, not when we were told. */
export async function readChat(ctx: Ctx, message: ChatMessage): Promise<void> {
  // Codes are made for Kick; whoever has one of Twitch logs in.
  if (message.platform !== 'kick') return;
  const code = typed.exec(westernDigits(message.text))?.[1]?.toUpperCase();
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

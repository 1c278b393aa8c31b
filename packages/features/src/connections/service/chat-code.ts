import { aboutPlatforms, CHAT_CODE_MINUTES, type ChatCode, type ServerId, type UserId } from '@tally/contract';
import { AppError, type Channel, type ChatMessage, type Ctx, hours, minutes } from '@tally/kernel';
import { westernDigits } from '@tally/message/template';
import { listChannels } from '@tally/pipeline/detection';
import { readServersOfUser } from '../../grants/index.ts';
import { listStreamersOf } from '../../streamers/index.ts';
import { subscribeUntil } from '../store/heard.ts';
import { consumeCode, saveCode } from '../store/proofs.ts';
import { HEARD_AFTER_MS, hearChats } from './hear.ts';
import { keepAccount } from './keep.ts';
import { nameOf } from './platform.ts';

/** People read the code on one screen and type it on another, so no two letters look alike. A code has 40 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const COMMAND = '!link';
const typed = /^\s*!link\s+([A-HJ-NP-Z2-9]{8})\s*$/i;

/** People don't read longer lists, and each chat needs a subscription at the platform. */
const MOST_CHATS = 10;
const SERVERS_AGE_MS = hours(1);

/** Creates a person's code for the chats of creators that their servers follow. It replaces the previous one. */
export async function makeChatCode(ctx: Ctx, userId: UserId, platform: 'kick'): Promise<ChatCode> {
  const servers = await readServersOfUser(ctx, userId, { maxAgeMs: SERVERS_AGE_MS });
  const serverIds = servers.map(({ serverId }) => serverId as ServerId);
  return await makeChatCodeIn(ctx, userId, platform, serverIds);
}

/** Creates a person's code for the chats of creators that these servers follow. */
export async function makeChatCodeIn(
  ctx: Ctx,
  userId: UserId,
  platform: 'kick',
  serverIds: readonly ServerId[],
): Promise<ChatCode> {
  const chats = await listChats(ctx, platform, serverIds);
  const name = nameOf(ctx, platform);
  if (chats.length === 0) throw new AppError('noChatToType', { platform: name });
  if (!ctx.platforms.with('chat').has(platform)) throw new AppError('linkingOff', { platform: name });
  const code = Array.from({ length: LENGTH }, () => LETTERS[ctx.random.int(LETTERS.length)]).join('');
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + minutes(CHAT_CODE_MINUTES));
  const channelIds = chats.map(({ id }) => id);
  await ctx.db.transaction(async (tx) => {
    await saveCode(tx, { userId, codeHash: ctx.secrets.hashToken(code), createdAt, expiresAt });
    await subscribeUntil(tx, platform, channelIds, new Date(expiresAt.getTime() + HEARD_AFTER_MS));
    await ctx.queue.send(hearChats, { platform, channelIds }, { tx });
  });
  return { code, command: `${COMMAND} ${code}`, expiresAt, chats: chats.map(({ name, url }) => ({ name, url })) };
}

/** Lists the channels that these servers follow, sorted by name and without duplicates. */
async function listChats(ctx: Ctx, platform: 'kick', serverIds: readonly ServerId[]): Promise<readonly Channel[]> {
  const followed = (await listStreamersOf(ctx.db, serverIds)).filter((row) => row.platform === platform);
  const ids = [...new Set(followed.map(({ channelId }) => channelId))].toSorted().slice(0, MOST_CHATS);
  const channels = await listChannels(ctx.db, platform, ids);
  return channels.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Handles a chat line. The code must be valid when the line was written, because its push may be late. */
export async function readChat(ctx: Ctx, message: ChatMessage): Promise<void> {
  // People link accounts of other platforms by logging in there.
  if (!('hasChatCode' in aboutPlatforms[message.platform])) return;
  const code = typed.exec(westernDigits(message.text))?.[1]?.toUpperCase();
  if (!code) return;
  // Runs outside the transaction below, so the code is used up even if the account belongs to another person.
  const userId = await consumeCode(ctx.db, ctx.secrets.hashToken(code), message.sentAt);
  if (!userId) return;
  const { platform, sender } = message;
  try {
    await keepAccount(ctx, { userId, platform, account: sender, way: 'chat', tokens: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ userId, platform, code: error.code }, 'A code in a chat was not valid.');
  }
}

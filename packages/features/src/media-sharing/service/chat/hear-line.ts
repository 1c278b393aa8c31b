import type { UserId } from '@tally/contract';
import { type ChatMessage, type Ctx, chatRolesOf, declareJob, minutes, seconds } from '@tally/kernel';
import { z } from 'zod';
import { findOwner } from '../../../connections/index.ts';
import { commandIn } from '../../match/chat-line.ts';
import { type ChatPlatform, saveLine } from '../../store/chats.ts';
import { findRoom } from '../../store/rooms.ts';
import { countTalker } from '../request/vote.ts';
import { settingsOf } from '../room/settings.ts';
import { chatWordOf } from './chat-command.ts';
import { isChatPlatform } from './keep-hearing.ts';

/** Caches the room, because a busy chat needs it for every line. A new prefix takes effect after this time. */
const KEPT_MS = seconds(5);
/** Pushes may be hours late (see Kick's docs). We ignore requests that are older than this. */
const OLDEST_MS = minutes(2);

export const runLine = declareJob({
  name: 'media-sharing/run-line',
  data: z.object({
    ownerId: z.string(),
    platform: z.enum(['kick', 'twitch']),
    channelId: z.string(),
    messageId: z.string(),
    sender: z.object({
      id: z.string(),
      name: z.string(),
      roles: z.array(z.enum(['sub', 'vip', 'mod', 'broadcaster'])),
    }),
    command: z.string(),
    argument: z.string(),
  }),
  retryLimit: 3,
  concurrency: 8,
});

interface ChatRoom {
  readonly ownerId: UserId;
  readonly prefix: string;
}

/** Returns the room of the chat's owner, if it is on. */
async function roomOfChat(ctx: Ctx, platform: ChatPlatform, channelId: string): Promise<ChatRoom | null> {
  return await ctx.cache.get(`media-sharing/chat/${platform}/${channelId}`, KEPT_MS, async () => {
    const owner = await findOwner(ctx, platform, channelId);
    const room = owner && (await findRoom(ctx.db, owner.userId));
    return room?.enabled ? { ownerId: room.ownerId, prefix: settingsOf(room).prefix } : null;
  });
}

/** True for our own messages, which the platform also pushes to us. */
const isOwn = (ctx: Ctx, { platform, sender, badges }: ChatMessage): boolean =>
  badges.includes('bot') || sender.id === ctx.platforms.with('chatWriting').get(platform)?.botId;

/**
 * Handles a chat line. Its author becomes eligible to vote. We store a command before we acknowledge the line, and a
 * job runs it, because one platform must not wait for another.
 */
export async function handleLine(ctx: Ctx, message: ChatMessage): Promise<void> {
  const { platform, channelId, messageId, sender, badges, text, sentAt } = message;
  if (!isChatPlatform(platform) || isOwn(ctx, message)) return;
  const room = await roomOfChat(ctx, platform, channelId);
  if (!room) return;
  const { ownerId } = room;
  const heardAt = ctx.clock.now();
  if (heardAt.getTime() - sentAt.getTime() > OLDEST_MS) return;
  await countTalker(ctx, { ownerId, sender: { origin: platform, id: sender.id }, at: sentAt });
  const said = commandIn(text, room.prefix);
  if (!said || chatWordOf(said.command) === null) return;
  const roles = chatRolesOf(badges, { isOwner: sender.id === channelId });
  await ctx.db.transaction(async (tx) => {
    // The platform may push the same line twice.
    if (!(await saveLine(tx, { platform, messageId, heardAt }))) return;
    const by = { id: sender.id, name: sender.displayName, roles: [...roles] };
    await ctx.queue.send(runLine, { ownerId, platform, channelId, messageId, sender: by, ...said }, { tx });
  });
}

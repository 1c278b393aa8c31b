import type { UserId } from '@tally/contract';
import { type ChatMessage, type Ctx, chatRolesOf, declareJob, minutes, seconds } from '@tally/kernel';
import { z } from 'zod';
import { findOwner } from '../../connections/index.ts';
import { commandIn } from '../match/chat-line.ts';
import { type ChatPlatform, saveLine } from '../store/chats.ts';
import { findRoom } from '../store/rooms.ts';
import { chatWordOf } from './chat-command.ts';
import { settingsOf } from './settings.ts';
import { heardTalker } from './vote.ts';

/** A busy chat asks for it with every line. A new prefix holds after so long. */
const KEPT_MS = seconds(5);
/** Pushes may be late by hours (docs of Kick's pushes): what somebody wanted then is over. */
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

/** Whose chat it is, where its owner has a room that is on. */
async function roomOfChat(ctx: Ctx, platform: ChatPlatform, channelId: string): Promise<ChatRoom | null> {
  return await ctx.cache.get(`media-sharing/chat/${platform}/${channelId}`, KEPT_MS, async () => {
    const owner = await findOwner(ctx, platform, channelId);
    const room = owner && (await findRoom(ctx.db, owner.userId));
    return room?.enabled ? { ownerId: room.ownerId, prefix: settingsOf(room).prefix } : null;
  });
}

/** What we write ourselves comes back. */
const isOwn = (ctx: Ctx, { platform, sender, badges }: ChatMessage): boolean =>
  badges.includes('bot') || (platform === 'twitch' && sender.id === ctx.config.twitch.botId);

/**
 * A line of a chat: whoever writes counts for votes, and what is a command is written down before the platform is told that
 * we have it. It is done by a job, because platforms are not to wait for other platforms.
 */
export async function heardChat(ctx: Ctx, message: ChatMessage): Promise<void> {
  const { platform, channelId, messageId, sender, badges, text, sentAt } = message;
  if ((platform !== 'kick' && platform !== 'twitch') || isOwn(ctx, message)) return;
  const room = await roomOfChat(ctx, platform, channelId);
  if (!room) return;
  const { ownerId } = room;
  const heardAt = ctx.clock.now();
  if (heardAt.getTime() - sentAt.getTime() > OLDEST_MS) return;
  await heardTalker(ctx, { ownerId, sender: { origin: platform, id: sender.id }, at: sentAt });
  const said = commandIn(text, room.prefix);
  if (!said || chatWordOf(said.command) === null) return;
  const roles = chatRolesOf(badges, { isOwner: sender.id === channelId });
  await ctx.db.transaction(async (tx) => {
    // Pushes come twice.
    if (!(await saveLine(tx, { platform, messageId, heardAt }))) return;
    const by = { id: sender.id, name: sender.displayName, roles: [...roles] };
    await ctx.queue.send(runLine, { ownerId, platform, channelId, messageId, sender: by, ...said }, { tx });
  });
}

import { type ChatMessage, type Ctx, chatRolesOf, hours, seconds } from '@tally/kernel';
import { clipsIn, isAsk, PLATFORM } from '../match.ts';
import { isWanted, saveAsk } from '../store.ts';
import { readClip } from './announce-clip.ts';

/** Caches whether clips are wanted, because a busy chat checks it often. A new choice takes effect after this time. */
const KEPT_MS = seconds(5);
/** Kick's pushes may be hours late, but a clip from yesterday is no longer news. */
const OLDEST_MS = hours(24);

const isHeard = async (ctx: Ctx, channelId: string): Promise<boolean> =>
  await ctx.cache.get(`kick-bot/wanted/${channelId}`, KEPT_MS, () => isWanted(ctx.db, channelId));

/** Handles a chat line. Checks its text first, because most lines are neither a clip nor a request. */
export async function handleLine(ctx: Ctx, message: ChatMessage): Promise<void> {
  const { accountId } = ctx.config.kickbot;
  if (message.platform !== PLATFORM || accountId === null) return;
  const { channelId, sender, badges, text, replyTo, sentAt } = message;
  if (ctx.clock.now().getTime() - sentAt.getTime() > OLDEST_MS) return;
  if (sender.id === accountId) {
    const ids = clipsIn(text);
    // Skips the cache, which would miss a clip that is made seconds after a server turns clips on.
    if (ids.length === 0 || !(await isWanted(ctx.db, channelId))) return;
    for (const clipId of ids) {
      const line = { text: text.slice(0, 1_000), replyTo, sentAt: sentAt.toISOString() };
      await ctx.queue.send(readClip, { channelId, clipId, line }, { singletonKey: `${channelId} ${clipId}` });
    }
    return;
  }
  if (!isAsk(text) || !(await isHeard(ctx, channelId))) return;
  await saveAsk(ctx.db, {
    kickChannelId: channelId,
    senderId: sender.id,
    name: sender.name,
    displayName: sender.displayName,
    roles: [...chatRolesOf(badges, { isOwner: sender.id === channelId })],
    askedAt: sentAt,
  });
}

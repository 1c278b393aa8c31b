import type { UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';

/** A message of somebody's own. It pings nobody, and the same nonce is the same letter, however often it is tried. */
export async function writeLetter(
  ctx: Ctx,
  userId: UserId,
  { content, nonce }: { readonly content: string; readonly nonce: string },
): Promise<void> {
  try {
    const { id: channelId } = await ctx.discord.messages.openDm(userId);
    await ctx.discord.messages.create({ channelId, payload: { content, allowed_mentions: noMentions }, nonce });
  } catch (error) {
    // They take no messages of ours, or share no server with us any more: the bell has to do.
    if (error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone' || error.kind === 'odd'))
      return;
    throw error;
  }
}

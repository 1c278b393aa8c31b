import type { UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';

/** A message of somebody's own. It pings nobody, and the same nonce is the same letter, however often it is tried. */
export async function writeLetter(
  ctx: Ctx,
  userId: UserId,
  { message, nonce }: { readonly message: Omit<MessagePayload, 'allowed_mentions'>; readonly nonce: string },
): Promise<void> {
  try {
    const { id: channelId } = await ctx.discord.messages.openDm(userId);
    await ctx.discord.messages.create({ channelId, payload: { ...message, allowed_mentions: noMentions }, nonce });
  } catch (error) {
    // They take no messages of ours, or share no server with us any more: the bell has to do.
    const isRefused =
      error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone' || error.kind === 'odd');
    if (!isRefused) throw error;
    ctx.log.info({ userId, code: error.upstreamCode }, 'a letter was not taken');
  }
}

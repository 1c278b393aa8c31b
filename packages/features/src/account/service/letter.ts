import type { UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';

/** A direct message. It pings no one, and retries with the same nonce send it only once. */
export async function writeLetter(
  ctx: Ctx,
  userId: UserId,
  { message, nonce }: { readonly message: Omit<MessagePayload, 'allowed_mentions'>; readonly nonce: string },
): Promise<void> {
  try {
    const { id: channelId } = await ctx.discord.messages.openDm(userId);
    await ctx.discord.messages.create({ channelId, payload: { ...message, allowed_mentions: noMentions }, nonce });
  } catch (error) {
    // They block our messages or no longer share a server with us, so the bell must suffice.
    const isRefused =
      error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone' || error.kind === 'odd');
    if (!isRefused) throw error;
    ctx.log.info({ userId, code: error.upstreamCode }, 'a letter was not taken');
  }
}

import type { UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';

/** Sends a direct message that pings no one. Retries with the same nonce send it only once. */
export async function writeLetter(
  ctx: Ctx,
  userId: UserId,
  { message, nonce }: { readonly message: Omit<MessagePayload, 'allowed_mentions'>; readonly nonce: string },
): Promise<void> {
  try {
    const { id: channelId } = await ctx.discord.messages.openDm(userId);
    await ctx.discord.messages.create({ channelId, payload: { ...message, allowed_mentions: noMentions }, nonce });
  } catch (error) {
    // The person blocks our messages or shares no server with us, so only the bell can reach them.
    const isRefused =
      error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone' || error.kind === 'odd');
    if (!isRefused) throw error;
    ctx.log.info({ userId, code: error.upstreamCode }, 'a letter was not taken');
  }
}

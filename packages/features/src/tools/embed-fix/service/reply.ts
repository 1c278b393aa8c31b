import { findKickLinks, fixedUrlOf, MessageId } from '@tally/contract';
import type { GatewayEvents } from '@tally/discord/gateway';
import { beginTry, personWho } from '@tally/infra/tries';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { type Delivered, intend, mayDo } from '@tally/pipeline/delivery';
import { knownReplying } from './replying.ts';

const OWNER = 'embed-fix';
/** The most cards that Discord shows below a message. */
const MOST_LINKS = 5;
/** After this time the reply would be out of context. */
const STILL_FITS_MS = minutes(2);
const DENIED_MS = minutes(10);
/** The limit per person and server. Further links in a flood get no reply. */
const MOST_REPLIES = 5;
const PACE_MS = minutes(1);

/** Returns a reply with only the better links. Null if the text has none. */
export function fixLinks(ctx: Ctx, text: string): MessagePayload | null {
  const links = findKickLinks(text).slice(0, MOST_LINKS);
  if (links.length === 0) return null;
  return {
    content: links.map((link) => fixedUrlOf(ctx.config.webUrl, link)).join('\n'),
    allowed_mentions: { ...noMentions, replied_user: false },
  };
}

export async function answerLinks(ctx: Ctx, posted: GatewayEvents['messagePosted']): Promise<void> {
  const { serverId, channelId, messageId, author, webhookId, content } = posted;
  if (!serverId || author.isBot || webhookId !== null) return;
  if (!(await knownReplying(ctx)).has(serverId)) return;
  const payload = fixLinks(ctx, content);
  if (!payload) return;
  const pace = { about: `embed-fix ${serverId}`, who: personWho(author.id), most: MOST_REPLIES, withinMs: PACE_MS };
  if (!(await beginTry(ctx, pace)).isAllowed) return;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [
      {
        dedupeKey: `embed-fix ${messageId}`,
        owner: OWNER,
        serverId,
        subject: messageId,
        kind: 'reply',
        channelId,
        payload: { ...payload, message_reference: { message_id: messageId, fail_if_not_exists: false } },
        detectedAt: now,
        giveUpAt: new Date(now.getTime() + STILL_FITS_MS),
      },
    ]);
  });
}

/** Hides the original embeds after the better cards are posted. */
export async function hideBareCards(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const { state, serverId, channelId, subject } of deliveries) {
    const deniedKey = `embed-fix/denied/${channelId}`;
    if (state !== 'posted' || ctx.cache.peek(deniedKey)) continue;
    if ((await mayDo(ctx, { serverId, channelId }, 'hideEmbeds')) === false) continue;
    try {
      await ctx.discord.messages.hideEmbeds({ channelId, messageId: MessageId.parse(subject) });
    } catch (error) {
      // The message was deleted or the permission is missing. The reply stays in both cases.
      if (!(error instanceof UpstreamError) || (error.kind !== 'gone' && error.kind !== 'denied')) throw error;
      // The gateway does not send thread permissions. Each refusal counts toward a ban by Discord, so we remember it.
      if (error.kind === 'denied') await ctx.cache.get(deniedKey, DENIED_MS, async () => true);
    }
  }
}

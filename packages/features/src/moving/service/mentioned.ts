import type { GatewayEvents } from '@tally/discord/gateway';
import { beginTry, personWho } from '@tally/infra/tries';
import { type Ctx, minutes } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { managesServer } from '../../places/index.ts';
import { offerFrom } from './offer.ts';

/** The limit per person and server. Further mentions in a flood get no answer. */
const MOST_ANSWERS = 5;
const PACE_MS = minutes(1);
const STILL_FITS_MS = minutes(2);

/** Matches `@Tally follow …` in the languages of our commands. */
const wish = /^<@!?(\d+)>\s*(?:follow|تابع|متابعة)(?:[\s:]|$)/iu;

/**
 * Handles a manager's message that mentions the bot and names creators. Discord includes the text of such a message
 * even where the bot may not read messages. https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export async function answerMention(ctx: Ctx, posted: GatewayEvents['messagePosted']): Promise<void> {
  const { serverId, channelId, messageId, author, webhookId, content, embeds } = posted;
  if (!serverId || author.isBot || webhookId !== null) return;
  if (wish.exec(content.trim())?.[1] !== ctx.config.discord.clientId) return;
  const pace = { about: `moving ${serverId}`, who: personWho(author.id), most: MOST_ANSWERS, withinMs: PACE_MS };
  if (!(await beginTry(ctx, pace)).isAllowed) return;
  const { roleIds } = await ctx.discord.members.get({ serverId, userId: author.id });
  if (!(await managesServer(ctx, serverId, { userId: author.id, roleIds }))) return;
  const post = { ...nothingElse, author, webhookId, content, embeds };
  const payload = await offerFrom(ctx, post, { serverId, channelId, isPublic: true });
  if (!payload) return;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [
      {
        dedupeKey: `moving ${messageId}`,
        owner: 'moving',
        serverId,
        subject: messageId,
        kind: 'reply',
        channelId,
        payload: {
          ...payload,
          allowed_mentions: { ...noMentions, replied_user: false },
          message_reference: { message_id: messageId, fail_if_not_exists: false },
        },
        detectedAt: now,
        giveUpAt: new Date(now.getTime() + STILL_FITS_MS),
      },
    ]);
  });
}

const nothingElse = { shown: { links: [], texts: [] }, roleIds: [], isAnswer: false, isForward: false };

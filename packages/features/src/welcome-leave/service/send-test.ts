import { randomUUID } from 'node:crypto';
import type { MessageDraft, ServerId, TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say, seconds } from '@tally/kernel';
import { awaitOutcome, intend } from '@tally/pipeline/delivery';
import { checkDraft } from '../../message-editor/index.ts';
import { requirePostable } from '../../places/index.ts';
import { intentionOf } from './greet.ts';
import { tryOut } from './preview-card.ts';

/** A person waits at the button; slower failures go to the error log. */
const WAITED_FOR_MS = seconds(4);

/** Greets the caller through the whole pipeline, without a ping, and returns the result. */
export async function sendTest(
  ctx: Ctx,
  serverId: ServerId,
  { type, draft }: { type: 'welcome' | 'leave'; draft: MessageDraft },
): Promise<string> {
  await checkDraft(ctx, serverId, { ...draft, type });
  const { channelId, joinedAt, facts } = await tryOut(ctx, serverId, { type, draft });
  if (!channelId) throw new AppError('noChannelChosen', { name: say(ctx.locale, nameOf(type)) });
  await requirePostable(ctx, serverId, { field: `${type}ChannelId`, id: channelId });
  const dedupeKey = `test ${randomUUID()}`;
  const intention = {
    ...intentionOf({ ...facts, serverId, joinedAt }, channelId, ctx.clock.now()),
    dedupeKey,
    priority: 2,
  };
  const values = { channel: `<#${channelId}>`, name: say(ctx.locale, nameOf(type)) };
  const queued = say(ctx.locale, 'welcomeLeave.testQueued', values);
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [intention]);
    await keepReply(ctx, tx, queued);
  });
  const delivery = await awaitOutcome(ctx, dedupeKey, WAITED_FOR_MS);
  if (delivery?.state === 'failed' && delivery.reason) {
    const reason: TextKey = `notifications.reason${upper(delivery.reason)}`;
    throw new AppError('conflict', {}, [say(ctx.locale, reason, values)]);
  }
  return delivery?.state === 'posted' ? say(ctx.locale, 'welcomeLeave.testPosted', values) : queued;
}

const upper = <W extends string>(word: W) => `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<W>;

export const nameOf = (type: 'welcome' | 'leave'): 'welcomeLeave.theWelcome' | 'welcomeLeave.theLeave' =>
  type === 'welcome' ? 'welcomeLeave.theWelcome' : 'welcomeLeave.theLeave';

import type { TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, minutes, say, seconds } from '@tally/kernel';
import { awaitOutcome, type Intention, intend } from '@tally/pipeline/delivery';

/** The person who clicked is waiting. A slower failure goes to the error log. */
const WAITED_FOR_MS = seconds(4);

type Message = Omit<Intention, 'dedupeKey' | 'priority' | 'detectedAt' | 'giveUpAt'>;

/** The sentences for the person. Each may use the placeholders of `values`. */
interface Words {
  readonly name: TextKey;
  readonly queued: TextKey;
  readonly posted: TextKey;
}

/** Posts a person's message through the whole pipeline and waits a moment. Returns the sentence for them. */
export async function postNow(ctx: Ctx, message: Message, words: Words): Promise<string> {
  const now = ctx.clock.now();
  const dedupeKey = `${message.owner} ${message.kind} ${ctx.random.uuid()}`;
  const giveUpAt = new Date(now.getTime() + minutes(5));
  const values = { channel: `<#${message.channelId}>`, name: say(ctx.locale, words.name) };
  const queued = say(ctx.locale, words.queued, values);
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [{ ...message, dedupeKey, priority: 2, detectedAt: now, giveUpAt }]);
    await keepReply(ctx, tx, queued);
  });
  return (await isPostedSoon(ctx, dedupeKey, values)) ? say(ctx.locale, words.posted, values) : queued;
}

/** Waits a moment for the outcome. Throws the reason if the message failed. */
export async function isPostedSoon(ctx: Ctx, dedupeKey: string, values: Record<'channel' | 'name', string>) {
  const delivery = await awaitOutcome(ctx, dedupeKey, WAITED_FOR_MS);
  if ((delivery?.state === 'failed' || delivery?.state === 'skipped') && delivery.reason) {
    const reason: TextKey = `notifications.reason${upper(delivery.reason)}`;
    throw new AppError('conflict', {}, [say(ctx.locale, reason, values)]);
  }
  return delivery?.state === 'posted' || delivery?.state === 'edited';
}

const upper = <W extends string>(word: W) => `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<W>;

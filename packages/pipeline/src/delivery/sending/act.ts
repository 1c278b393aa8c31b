import type { MessageId } from '@tally/contract';
import { isTooLate } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { edited, held, isOfPosting, usedUp } from '../afterwards/edit-pace.ts';
import { type Trouble, troubleOf } from '../afterwards/outcome.ts';
import { lookUp, neverLeft, posted } from '../doubt/doubt.ts';
import type { Settlement } from '../store/line.ts';
import type { ChannelWebhook } from '../store/webhooks.ts';
import type { Delivery } from '../tables.ts';
import { type Attached, attach } from './attach.ts';
import { faceOf, findOrMakeHook, forgetHook, isHookGone, keyOf } from './identity.ts';
import { nonceOf } from './nonce.ts';
import { nextTry } from './plan.ts';
import type { Batch, Step } from './prepare.ts';
import { vainPing, withoutVainReply } from './rights.ts';

type Send = Extract<Step, { kind: 'send' }>;

/** Makes one attempt to bring the channel in line with the row. Returns the outcome. */
export async function act(ctx: Ctx, step: Step, batch: Batch): Promise<Settlement> {
  // Preparing the message took longer than its lease, which is not Discord's fault.
  if (step.kind !== 'settled' && isTooLate()) return neverLeft(step.delivery, ctx.clock.now());
  try {
    return await call(ctx, step, batch);
  } catch (error) {
    const isEdit = step.kind === 'send' && !step.isNew;
    return settlementOf(ctx, step.delivery, troubleOf(error, { isEdit }));
  }
}

async function call(ctx: Ctx, step: Step, batch: Batch): Promise<Settlement> {
  switch (step.kind) {
    case 'settled':
      return step.settlement;
    case 'lookUp':
      return await lookUp(ctx, step.delivery, batch.rights);
    case 'remove':
      return await remove(ctx, step.delivery, batch);
    case 'send':
      return step.isNew ? await post(ctx, step, batch) : await edit(ctx, step, batch);
    default:
      return step satisfies never;
  }
}

async function remove(
  ctx: Ctx,
  { channelId, messageId, webhookId, version }: Delivery,
  batch: Batch,
): Promise<Settlement> {
  const done: Settlement = { state: 'removed', sentVersion: version, nextAttemptAt: null };
  if (!messageId) return done;
  const hook = batch.hooks.get(channelId);
  if (hook && hook.webhookId === webhookId) {
    try {
      await ctx.discord.webhooks.deleteMessage({ webhook: keyOf(ctx, hook), messageId });
      return done;
    } catch (error) {
      if (!isHookGone(error)) throw error;
      await forgetHook(ctx, hook, batch.hooks);
    }
  }
  // The bot can also delete a webhook's message if it has the Manage Messages permission.
  await ctx.discord.messages.delete({ channelId, messageId });
  return done;
}

async function edit(ctx: Ctx, { delivery, payload }: Send, batch: Batch): Promise<Settlement> {
  const { channelId, messageId, webhookId, version } = delivery;
  const reason = isOfPosting(delivery) ? delivery.reason : null;
  const done: Settlement = { state: 'edited', reason, sentVersion: version, nextAttemptAt: null };
  if (!messageId || delivery.sentVersion >= version) return { ...done, state: delivery.state };
  const doneNow = (): Settlement => {
    const editedAt = ctx.clock.now();
    return { ...done, ...edited(delivery, editedAt), editedAt };
  };
  if (!webhookId) {
    await ctx.discord.messages.edit({ channelId, messageId, payload });
    return doneNow();
  }
  const hook = batch.hooks.get(channelId);
  // Only the webhook that posted a message can edit it, so the message stays as it is.
  const left: Settlement = { ...done, state: delivery.state, reason: 'webhookGone' };
  if (hook?.webhookId !== webhookId) return left;
  try {
    await ctx.discord.webhooks.edit({ webhook: keyOf(ctx, hook), messageId, payload });
    return doneNow();
  } catch (error) {
    if (!isHookGone(error)) throw error;
    await forgetHook(ctx, hook, batch.hooks);
    return left;
  }
}

async function post(ctx: Ctx, step: Send, batch: Batch): Promise<Settlement> {
  const { delivery, payload, version } = step;
  const { publish, thread } = step;
  const done = (messageId: Settlement['messageId'], webhookId: string | null): Settlement => {
    const now = ctx.clock.now();
    const found = { messageId, webhookId, sentAt: now, sentVersion: version };
    const settlement = posted({ ...delivery, publish, thread }, found, now);
    // A webhook may ping anyone, so only the bot's own pings are checked.
    const role = webhookId ? null : vainPing(batch.rights(delivery), payload);
    return role ? { ...settlement, reason: 'pingsNobody', reasonValues: { role } } : settlement;
  };
  const allowed = withoutVainReply(batch.rights(delivery), payload);
  const attached = await attach(ctx, { delivery, payload: allowed, rights: batch.rights });
  const hook = step.lane === 'webhook' ? await findOrMakeHook(ctx, delivery, batch) : null;
  const sent = hook ? await postThrough(ctx, { ...step, ...attached }, { hook, batch }) : null;
  if (sent) return done(sent.messageId, sent.through);
  const message = await ctx.discord.messages.create({
    channelId: delivery.channelId,
    ...attached,
    nonce: nonceOf(delivery.dedupeKey),
  });
  return done(message.id, null);
}

const contentOf = ({ payload, files }: Attached): Attached => ({ payload, ...(files ? { files } : {}) });

/** Creates a new webhook, once, if ours was deleted. Returns null if that is forbidden; the bot then posts. */
async function postThrough(
  ctx: Ctx,
  step: Send & Attached,
  { hook, batch, isSecond = false }: { hook: ChannelWebhook; batch: Batch; isSecond?: boolean },
): Promise<{ messageId: MessageId; through: string } | null> {
  const face = await faceOf(ctx, step.identity);
  try {
    const message = await ctx.discord.webhooks.execute({ webhook: keyOf(ctx, hook), ...contentOf(step), ...face });
    return { messageId: message.id, through: hook.webhookId };
  } catch (error) {
    if (!isHookGone(error)) throw error;
    await forgetHook(ctx, hook, batch.hooks);
    if (isSecond) throw error;
    const fresh = await findOrMakeHook(ctx, step.delivery, batch);
    return fresh && (await postThrough(ctx, step, { hook: fresh, batch, isSecond: true }));
  }
}

function settlementOf(ctx: Ctx, delivery: Delivery, trouble: Trouble): Settlement {
  // A refused attempt posted nothing. The outcome of an earlier attempt is still unknown.
  const doubt = trouble.isSure ? { inDoubtSince: delivery.inDoubtSince } : {};
  switch (trouble.kind) {
    case 'later': {
      if (trouble.isSure && trouble.waitMs === 0 && isTooLate()) return neverLeft(delivery, ctx.clock.now());
      const nextAttemptAt = nextTry(delivery.attempts, ctx.clock.now(), trouble.waitMs);
      ctx.log.warn({ delivery: delivery.id, detail: trouble.detail, nextAttemptAt }, 'message will be tried again');
      if (trouble.reason === 'editLimit') return { ...held(delivery, nextAttemptAt), ...usedUp(nextAttemptAt) };
      return { ...doubt, reason: trouble.reason, nextAttemptAt };
    }
    case 'refused':
      ctx.log.warn({ delivery: delivery.id, detail: trouble.detail }, 'message was refused');
      if (delivery.inDoubtSince && !delivery.messageId)
        return { state: 'unconfirmed', reason: 'replyLost', nextAttemptAt: null };
      return {
        ...doubt,
        state: 'failed',
        reason: trouble.reason,
        reasonValues: { detail: trouble.detail },
        nextAttemptAt: null,
      };
    case 'vanished':
      // A moderator removed the message. We do not post it again behind their back.
      return { state: 'removed', reason: 'messageGone', sentVersion: delivery.version, nextAttemptAt: null };
    default:
      return trouble satisfies never;
  }
}

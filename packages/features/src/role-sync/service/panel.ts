import { randomUUID } from 'node:crypto';
import { type ChannelId, defaultLocale, type ServerId, type TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, minutes, say, seconds } from '@tally/kernel';
import { awaitOutcome, type Delivered, intend } from '@tally/pipeline/delivery';
import { reportUnposted, requirePostable } from '../../places/index.ts';
import { listLooks, requirePlanFlags } from '../../servers/index.ts';
import { panelMessage } from '../render.ts';

export const OWNER = 'role-sync';
/** A person waits at the button; slower failures go to the error log. */
const WAITED_FOR_MS = seconds(4);

/** The message with the buttons, in the server's language. */
export async function postPanel(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<string> {
  await requirePlanFlags(ctx, serverId, ['BaseSyncableRoles']);
  await requirePostable(ctx, serverId, { field: 'syncChannel', id: channelId });
  const locale = (await listLooks(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  const now = ctx.clock.now();
  const dedupeKey = `role-sync panel ${randomUUID()}`;
  const payload = panelMessage(locale, `${ctx.config.webUrl}/settings`);
  const giveUpAt = new Date(now.getTime() + minutes(5));
  const kind = 'panel' as const;
  const values = { channel: `<#${channelId}>`, name: say(ctx.locale, 'roleSync.thePanel') };
  const onItsWay = say(ctx.locale, 'roleSync.panelOnItsWay', values);
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [
      {
        dedupeKey,
        owner: OWNER,
        serverId,
        channelId,
        payload,
        kind,
        subject: kind,
        priority: 2,
        detectedAt: now,
        giveUpAt,
      },
    ]);
    await keepReply(ctx, tx, onItsWay);
  });
  const delivery = await awaitOutcome(ctx, dedupeKey, WAITED_FOR_MS);
  if ((delivery?.state === 'failed' || delivery?.state === 'skipped') && delivery.reason) {
    const reason: TextKey = `notifications.reason${upper(delivery.reason)}`;
    throw new AppError('conflict', {}, [say(ctx.locale, reason, values)]);
  }
  return delivery?.state === 'posted' ? say(ctx.locale, 'roleSync.panelPosted', values) : onItsWay;
}

/** A panel that could not be posted in the end: the person who asked is no longer waiting. */
export async function settlePanels(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.state !== 'failed' && delivery.state !== 'unconfirmed') continue;
    await reportUnposted(ctx, delivery, { what: { say: 'roleSync.thePanel' }, path: '/manage?tab=roles' });
  }
}

const upper = <W extends string>(word: W) => `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<W>;

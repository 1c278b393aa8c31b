import { type ChannelId, defaultLocale, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { postNow, reportUnposted, requirePostable } from '../../places/index.ts';
import { listSummaries, requirePlanFlags } from '../../servers/index.ts';
import { panelMessage } from '../render.ts';

export const OWNER = 'role-sync';

/** Posts the message with the buttons, in the server's language. */
export async function postPanel(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<string> {
  await requirePlanFlags(ctx, serverId, ['BaseSyncableRoles']);
  await requirePostable(ctx, serverId, { field: 'syncChannel', id: channelId });
  const locale = (await listSummaries(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  const payload = panelMessage(locale, `${ctx.config.webUrl}/settings`);
  const panel = { owner: OWNER, serverId, channelId, payload, kind: 'panel', subject: 'panel' };
  const words = {
    name: 'roleSync.thePanel',
    queued: 'roleSync.panelOnItsWay',
    posted: 'roleSync.panelPosted',
  } as const;
  return await postNow(ctx, panel, words);
}

/** Handles a panel that could not be posted after all. The person who asked is no longer waiting. */
export async function settlePanels(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.state !== 'failed' && delivery.state !== 'unconfirmed') continue;
    await reportUnposted(ctx, delivery, { what: { say: 'roleSync.thePanel' }, path: '/manage?tab=roles' });
  }
}

import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { report } from '../../error-logs/index.ts';
import { findChannelTrouble } from '../../servers/index.ts';

/** What the owner has to mend stands in their error log; one greeting a day makes no storm of refused calls. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const { serverId, channelId, state, reason, reasonValues } of deliveries) {
    if (state !== 'failed' && state !== 'unconfirmed') continue;
    const trouble = await findChannelTrouble(ctx, serverId, {
      channelId,
      reason,
      detail: String(reasonValues['detail'] ?? ''),
      what: { say: 'birthday.theGreeting' },
      path: '/birthday',
    });
    if (trouble) await report(ctx, serverId, trouble);
  }
}

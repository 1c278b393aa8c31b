import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../servers/index.ts';

/** What the owner has to mend stands in their error log; one greeting a day makes no storm of refused calls. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.state !== 'failed' && delivery.state !== 'unconfirmed') continue;
    await reportUnposted(ctx, delivery, { what: { say: 'birthday.theGreeting' }, path: '/birthday' });
  }
}

import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../places/index.ts';

/** Reports failures in the server's error log. One greeting a day cannot cause many refused calls. */
export async function settle(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.state !== 'failed' && delivery.state !== 'unconfirmed') continue;
    await reportUnposted(ctx, delivery, { what: { say: 'birthday.theGreeting' }, path: '/birthday' });
  }
}

import { type Ctx, seconds } from '@tally/kernel';
import { takeLead } from './store.ts';

export const LEAD_LASTS_MS = seconds(20);

/** True while this process leads the work of that name; asking again renews the lease. */
export function tryToLead(ctx: Ctx, work: string, holder: string): Promise<boolean> {
  const now = ctx.clock.now();
  return takeLead(ctx.db, { work, holder, now, until: new Date(now.getTime() + LEAD_LASTS_MS) });
}

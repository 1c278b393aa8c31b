import type { Platform } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { dropLead, listLeads, takeLead } from './store/leads.ts';

export const LEAD_LASTS_MS = seconds(20);

/** Before the platform's id: the work of asking it. */
export const SWEEP = 'sweep/';

/** True while this process leads the work of that name; asking again renews the lease. */
export function tryToLead(ctx: Ctx, work: string, holder: string): Promise<boolean> {
  const now = ctx.clock.now();
  return takeLead(ctx.db, { work, holder, now, until: new Date(now.getTime() + LEAD_LASTS_MS) });
}

/** Leaving in order: another may lead at once. */
export async function giveUpLead(ctx: Ctx, work: string, holder: string): Promise<void> {
  await dropLead(ctx.db, work, holder).catch((error: unknown) => {
    ctx.log.warn({ err: error, work }, 'a lead could not be given up; it runs out by itself');
  });
}

export interface Sweeping {
  readonly holder: string;
  readonly isLeading: boolean;
  readonly renewedAt: Date;
}

/** Which process asks a platform, or did until it was gone. */
export async function listSweepers(ctx: Ctx, platform: Platform): Promise<Sweeping[]> {
  const found = await listLeads(ctx.db, `${SWEEP}${platform}`);
  const now = ctx.clock.now();
  return found.map(({ holder, until }) => ({
    holder,
    isLeading: until >= now,
    renewedAt: new Date(until.getTime() - LEAD_LASTS_MS),
  }));
}

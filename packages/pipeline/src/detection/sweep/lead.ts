import type { Platform } from '@tally/contract';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { claimLead, dropLead, listLeads, type Taken } from '../store/leads.ts';

export const LEAD_LASTS_MS = seconds(20);
const RENEWED_EVERY_MS = seconds(5);

/** The prefix of a sweep's name. The platform's id follows. */
export const SWEEP = 'sweep/';

/** Takes or renews the lease. Returns null while another process leads the work of that name. */
export function tryToLead(ctx: Ctx, work: string, holder: string): Promise<Taken | null> {
  const now = ctx.clock.now();
  return claimLead(ctx.db, { work, holder, now, until: new Date(now.getTime() + LEAD_LASTS_MS) });
}

export interface Lead {
  /** Queries the database if the last renewal is too long ago, for example because this process was suspended. */
  isHeld(ctx: Ctx): Promise<boolean>;
  /** Keeps renewing the lease during slow work, such as requests to a slow platform. */
  holdWhile(ctx: Ctx, work: () => Promise<void>): Promise<void>;
  /** Lets another process lead immediately. */
  giveUp(ctx: Ctx): Promise<void>;
}

/** Callbacks about earlier leaders and about processes that do not lead. */
export interface LeadHearing {
  /** Called when this process takes the lead from another process. */
  readonly tookOver: () => void;
  /** Processes that do not lead have made this many requests. */
  readonly borrowed: (count: number) => void;
}

/** The period over which platforms count our requests. */
const REMEMBERED_MS = minutes(1);

/** One process's claim to a lead. Between renewals it uses the monotonic clock, which cannot be set back. */
export function createLead({ random }: Pick<Ctx, 'random'>, work: string, hearing?: LeadHearing): Lead {
  const holder = random.uuid();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let borrowed: number | null = null;
  const hear = (ctx: Ctx, taken: Taken): void => {
    const { former } = taken;
    const isNew = former?.holder !== holder;
    if (former && isNew && former.until.getTime() > ctx.clock.now().getTime() - REMEMBERED_MS) hearing?.tookOver();
    // Earlier borrowing concerned the previous leader. Starting with an empty budget makes up for that minute.
    if (borrowed !== null && !isNew && taken.borrowed > borrowed) hearing?.borrowed(taken.borrowed - borrowed);
    borrowed = taken.borrowed;
  };
  const renew = async (ctx: Ctx): Promise<boolean> => {
    const askedAt = ctx.timers.nowMs();
    const taken = await tryToLead(ctx, work, holder);
    if (taken) hear(ctx, taken);
    renewedAt = taken ? askedAt : Number.NEGATIVE_INFINITY;
    return taken !== null;
  };
  const complain = (ctx: Ctx) => (error: unknown) => ctx.log.warn({ err: error, work }, 'a lead is not in order');
  return {
    isHeld: async (ctx) => ctx.timers.nowMs() - renewedAt < RENEWED_EVERY_MS || (await renew(ctx)),
    async holdWhile(ctx, run) {
      const stop = ctx.timers.every(RENEWED_EVERY_MS, () => void renew(ctx).catch(complain(ctx)));
      try {
        await run();
      } finally {
        stop();
      }
    },
    giveUp: async (ctx) => await dropLead(ctx.db, work, holder, ctx.clock.now()).catch(complain(ctx)),
  };
}

export interface Sweeping {
  readonly holder: string;
  readonly isLeading: boolean;
  readonly renewedAt: Date;
}

/** Lists the processes that query a platform, or did until they ended. */
export async function listSweepers(ctx: Ctx, platform: Platform): Promise<Sweeping[]> {
  const found = await listLeads(ctx.db, `${SWEEP}${platform}`);
  const now = ctx.clock.now();
  return found.map(({ holder, until }) => ({
    holder,
    isLeading: until >= now,
    renewedAt: new Date(until.getTime() - LEAD_LASTS_MS),
  }));
}

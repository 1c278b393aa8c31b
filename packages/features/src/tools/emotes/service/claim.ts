import { type Ctx, minutes, seconds } from '@tally/kernel';
import type { ImportRow } from '../tables.ts';

/** Longer than any single emote takes. After this much silence, the process counts as crashed. */
const CLAIM_MS = minutes(2);

export const claimUntil = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + CLAIM_MS);
export const soon = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + seconds(30));

/** How a run of an import ends. If a time is set, the import resumes then. */
export type Ending = Partial<Pick<ImportRow, 'state' | 'endedAt' | 'resumesAt'>> | 'changed';

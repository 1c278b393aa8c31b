import { type Ctx, minutes, seconds } from '@tally/kernel';
import type { ImportRow } from '../tables.ts';

/** Longer than any one emote takes. Whoever was killed at it is silent for so long. */
const CLAIM_MS = minutes(2);

export const claimUntil = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + CLAIM_MS);
export const soon = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + seconds(30));

/** How the work on an import ends for now. A moment: it goes on then. */
export type Ending = Partial<Pick<ImportRow, 'state' | 'endedAt' | 'resumesAt'>> | 'changed';

import type { PremiumFlag, UserPremiumFlag } from './flags.ts';
import type { PlanLimit } from './plans.ts';

/**
 * What the plans hold for parts of the product that are not there yet. It is stored and checked like the rest, but no
 * page names it, so that nobody pays for what they cannot use. Whoever builds such a part takes it out; a test says so.
 */
export const flagsToCome: readonly PremiumFlag[] = ['BetaAccess'];

export const userFlagsToCome: readonly UserPremiumFlag[] = [];

export const limitsToCome: readonly PlanLimit[] = [];

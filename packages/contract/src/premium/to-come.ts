import type { PremiumFlag, UserPremiumFlag } from './flags.ts';
import type { PlanLimit } from './plans.ts';

/**
 * Plan features for parts of the product that do not exist yet. They are stored and checked like all others, but no
 * page names them, because people must not pay for features that they cannot use. Remove an entry when you build its
 * part; a test checks it.
 */
export const flagsToCome: readonly PremiumFlag[] = ['BetaAccess'];

export const userFlagsToCome: readonly UserPremiumFlag[] = [];

export const limitsToCome: readonly PlanLimit[] = [];

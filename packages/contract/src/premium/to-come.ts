import type { PremiumFlag, UserPremiumFlag } from './flags.ts';
import type { PlanLimit } from './plans.ts';

/**
 * What plans already include for parts of the product that do not exist yet. It is stored and checked like the rest,
 * but no page names it, because people must not pay for features that they cannot use. Remove an entry when you build
 * its part; a test checks it.
 */
export const flagsToCome: readonly PremiumFlag[] = ['BetaAccess'];

export const userFlagsToCome: readonly UserPremiumFlag[] = [];

export const limitsToCome: readonly PlanLimit[] = [];

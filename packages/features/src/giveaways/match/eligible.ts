import type { PlatformToLink, RoleId, UserId } from '@tally/contract';
import { bornAt } from '@tally/kernel';
import type { Terms } from './terms.ts';

/** Several messages of a person within this time count once, so writing faster gains nothing. */
export const SECONDS_PER_MESSAGE = 10;

/** What Discord says about a person who wants to enter or was drawn. */
export interface Entrant {
  readonly userId: UserId;
  readonly isBot: boolean;
  readonly roleIds: readonly RoleId[];
  readonly joinedAt: Date | null;
  readonly isBoosting: boolean;
}

/** What our own data says about the person. */
export interface Known {
  readonly isBlacklisted: boolean;
  readonly messages: number;
  readonly linked: ReadonlySet<PlatformToLink>;
  readonly hasVoted: boolean;
  /** True for the host and for people who run giveaways here. Looked up only if the terms exclude them. */
  readonly isManager: boolean;
}

export type Refusal =
  | { readonly why: 'blacklisted' | 'bot' | 'boosting' | 'manager' }
  | { readonly why: 'account' | 'joined'; readonly before: Date }
  | { readonly why: 'roles' | 'onlyThese' | 'notThese'; readonly roleIds: readonly RoleId[] }
  | { readonly why: 'linked'; readonly platform: PlatformToLink }
  | { readonly why: 'messages'; readonly wanted: number; readonly have: number };

/** Returns the first unmet requirement, or null. Entries and draws use the same checks. */
export function whyNot(terms: Terms, entrant: Entrant, known: Known): Refusal | null {
  if (known.isBlacklisted) return { why: 'blacklisted' };
  if (entrant.isBot) return { why: 'bot' };
  if (known.isManager && !terms.managersMayEnter) return { why: 'manager' };
  const { entryFilter } = terms;
  if (entryFilter && entryFilter.roles.length > 0) {
    const { roleMode, roles: roleIds } = entryFilter;
    const isWanted = roleMode === 'whitelist';
    if (hasAny(entrant, roleIds) !== isWanted) return { why: isWanted ? 'onlyThese' : 'notThese', roleIds };
  }
  if (hasAny(entrant, terms.bypassRequirementsRoles)) return null;
  return unmet(terms, entrant, known);
}

function unmet({ requirements }: Terms, entrant: Entrant, known: Known): Refusal | null {
  if (!requirements) return null;
  const { accountCreatedBefore, joinedServerBefore, boostingServer, roles, linkedPlatform, messageCount } =
    requirements;
  if (accountCreatedBefore && bornAt(entrant.userId) > accountCreatedBefore) {
    return { why: 'account', before: accountCreatedBefore };
  }
  // Discord has a join date for every member, but not for guests.
  if (joinedServerBefore && (entrant.joinedAt === null || entrant.joinedAt > joinedServerBefore)) {
    return { why: 'joined', before: joinedServerBefore };
  }
  if (boostingServer && !entrant.isBoosting) return { why: 'boosting' };
  if (roles.length > 0 && !hasAny(entrant, roles)) return { why: 'roles', roleIds: roles };
  if (linkedPlatform && !known.linked.has(linkedPlatform)) return { why: 'linked', platform: linkedPlatform };
  if (messageCount && known.messages < messageCount) {
    return { why: 'messages', wanted: messageCount, have: known.messages };
  }
  return null;
}

const MOST_TICKETS = 1000;

/** Counts one ticket, plus the bonus for the person's roles, plus one for a recent vote. */
export function ticketsOf(terms: Terms, entrant: Entrant, { hasVoted }: Known): number {
  const bonuses = terms.roleBonuses
    .filter(({ roles }) => hasAny(entrant, roles))
    .map(({ additionalEntries }) => additionalEntries);
  const bonus =
    terms.roleBonusType === 'highest' ? Math.max(0, ...bonuses) : bonuses.reduce((sum, each) => sum + each, 0);
  const vote = hasVoted && !terms.disableDoubleVoteEntry ? 1 : 0;
  return Math.min(MOST_TICKETS, 1 + bonus + vote);
}

const hasAny = ({ roleIds }: Entrant, wanted: readonly RoleId[]): boolean =>
  wanted.some((roleId) => roleIds.includes(roleId));

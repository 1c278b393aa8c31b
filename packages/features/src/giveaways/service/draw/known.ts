import type { PassedOver, ServerId, UserId } from '@tally/contract';
import { askNamedMembers, type NamedMember } from '@tally/discord/gateway';
import type { MemberFacts } from '@tally/discord/permissions';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { listBlacklisted } from '../../../account/index.ts';
import { listLinkedAccounts } from '../../../connections/index.ts';
import { managesServer } from '../../../places/index.ts';
import { hasVoted } from '../../../votes/index.ts';
import { type Entrant, type Known, whyNot } from '../../match/eligible.ts';
import { readTerms, type Terms } from '../../match/terms.ts';
import { countMessages } from '../../store/messages.ts';
import { findSettings } from '../../store/settings.ts';
import type { GiveawayRow } from '../../tables.ts';

/** Looks up only what these terms need to know about a person. */
export async function findKnown(
  ctx: Ctx,
  about: {
    readonly terms: Terms;
    readonly row: Pick<GiveawayRow, 'serverId' | 'hostId'>;
    readonly member: MemberFacts;
    /** Only a draw must ask Discord, so this is a function. A click already contains the answer. */
    readonly manages: () => Promise<boolean>;
  },
): Promise<Known> {
  const { terms, row, member } = about;
  const { requirements, disableDoubleVoteEntry, managersMayEnter } = terms;
  const { serverId } = row;
  const { userId } = member;
  const [isManager, messages, accounts, voted] = await Promise.all([
    managersMayEnter ? false : runsGiveaway(ctx, about),
    requirements?.messageCount ? countMessages(ctx.db, { serverId, userId }) : 0,
    requirements?.linkedPlatform ? listLinkedAccounts(ctx, [userId]) : [],
    disableDoubleVoteEntry ? false : hasVoted(ctx, userId),
  ]);
  const linked = new Set(accounts.map(({ platform }) => platform));
  return { isBlacklisted: false, isManager, messages, linked, hasVoted: voted };
}

async function runsGiveaway(
  ctx: Ctx,
  { row: { serverId, hostId }, member, manages }: Omit<Parameters<typeof findKnown>[1], 'terms'>,
): Promise<boolean> {
  if (member.userId === hostId) return true;
  const { managerRoles } = await findSettings(ctx.db, serverId);
  return managerRoles.some((role) => member.roleIds.includes(role)) || (await manages());
}

/** Checks a drawn person against the same requirements as at entry. Returns null if they win. */
export async function judgeDrawn(
  ctx: Ctx,
  row: GiveawayRow,
  { userId, member }: { readonly userId: UserId; readonly member: NamedMember | null },
): Promise<PassedOver | null> {
  if (!member) return 'left';
  const terms = readTerms(row);
  const manages = async () => await managesServer(ctx, row.serverId, member);
  const known = await findKnown(ctx, { terms, row, member, manages });
  const [blacklisted] = await listBlacklisted(ctx.db, [userId]);
  const refusal = whyNot(terms, entrantOf(member), { ...known, isBlacklisted: blacklisted !== undefined });
  if (!refusal) return null;
  switch (refusal.why) {
    case 'blacklisted':
      return 'blacklisted';
    case 'bot':
    case 'manager':
    case 'onlyThese':
    case 'notThese':
      return 'filtered';
    case 'account':
    case 'joined':
    case 'boosting':
    case 'roles':
    case 'linked':
    case 'messages':
      return 'requirements';
    default:
      return refusal satisfies never;
  }
}

const entrantOf = ({ boostingSince, ...member }: NamedMember): Entrant => ({
  ...member,
  isBoosting: boostingSince !== null,
});

/** Discord answers this many single requests within a second. */
const FEW = 5;

/**
 * Loads members, or null for each person who, according to Discord, has left. Large groups are requested over the
 * gateway, and missing people again one by one. While Discord is down, the draw waits.
 */
export async function findMembers(
  ctx: Ctx,
  serverId: ServerId,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, NamedMember | null>> {
  const told =
    userIds.length > FEW ? await askNamedMembers(ctx, { serverId, userIds }) : new Map<UserId, NamedMember>();
  const found = new Map<UserId, NamedMember | null>(told);
  const rest = userIds.filter((userId) => !told.has(userId));
  for (let from = 0; from < rest.length; from += FEW) {
    const some = rest.slice(from, from + FEW);
    const members = await Promise.all(some.map(async (userId) => await findMember(ctx, serverId, userId)));
    for (const [place, userId] of some.entries()) found.set(userId, members[place] ?? null);
  }
  return found;
}

async function findMember(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<NamedMember | null> {
  try {
    const { user, roleIds, joinedAt, boostingSince } = await ctx.discord.members.get({ serverId, userId });
    return user && { userId, isBot: user.isBot, roleIds, joinedAt, boostingSince };
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return null;
    throw error;
  }
}

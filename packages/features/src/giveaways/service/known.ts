import type { PassedOver, ServerId, UserId } from '@tally/contract';
import type { Member } from '@tally/discord/rest';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { listBlacklisted } from '../../account/index.ts';
import { listLinkedAccounts } from '../../connections/index.ts';
import { hasVoted } from '../../votes/index.ts';
import { type Entrant, type Known, whyNot } from '../match/eligible.ts';
import { readTerms, type Terms } from '../match/terms.ts';
import { countMessages } from '../store/messages.ts';
import type { EntryRow, GiveawayRow } from '../tables.ts';

/** What we know of somebody, asked only where these terms want to know it. */
export async function findKnown(ctx: Ctx, about: { terms: Terms; serverId: ServerId; userId: UserId }): Promise<Known> {
  const { terms, serverId, userId } = about;
  const { requirements, disableDoubleVoteEntry } = terms;
  const [messages, accounts, voted] = await Promise.all([
    requirements?.messageCount ? countMessages(ctx.db, { serverId, userId }) : 0,
    requirements?.linkedPlatform ? listLinkedAccounts(ctx, [userId]) : [],
    disableDoubleVoteEntry ? false : hasVoted(ctx, userId),
  ]);
  const linked = new Set(accounts.map(({ platform }) => platform));
  return { isBlacklisted: false, messages, linked, hasVoted: voted };
}

/** Somebody was drawn: asked again what they were asked when they entered. Null: they win. */
export async function judgeDrawn(
  ctx: Ctx,
  row: GiveawayRow,
  entry: EntryRow & { readonly userId: UserId },
): Promise<PassedOver | null> {
  const { serverId } = row;
  const { userId } = entry;
  const member = await findMember(ctx, serverId, userId);
  if (!member?.user) return 'left';
  const terms = readTerms(row);
  const known = await findKnown(ctx, { terms, serverId, userId });
  const [blacklisted] = await listBlacklisted(ctx.db, [userId]);
  const refusal = whyNot(terms, entrantOf(userId, member), { ...known, isBlacklisted: blacklisted !== undefined });
  if (!refusal) return null;
  if (refusal.why === 'blacklisted') return 'blacklisted';
  return refusal.why === 'filtered' || refusal.why === 'bot' ? 'filtered' : 'requirements';
}

export const entrantOf = (userId: UserId, { user, roleIds, joinedAt, boostingSince }: Member): Entrant => ({
  userId,
  isBot: user?.isBot ?? false,
  roleIds,
  joinedAt,
  isBoosting: boostingSince !== null,
});

/** Null: they have left. While Discord is away the draw waits. */
async function findMember(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<Member | null> {
  try {
    return await ctx.discord.members.get({ serverId, userId });
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return null;
    throw error;
  }
}

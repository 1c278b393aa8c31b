import { badgePlatforms, hasFlag, type ServerId, syncPlatforms, type UserId } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { type LinkedAccount, listLinkedAccounts, subscribeChatsFor } from '../../connections/index.ts';
import { userHolds } from '../../premium/index.ts';
import { planOf } from '../../servers/index.ts';
import { hasVoted } from '../../votes/index.ts';
import { badgeKinds, kindsOf } from '../match.ts';
import { findMember } from '../store/members.ts';
import { carryOut, type Outcome } from './answer.ts';
import { listSources } from './sources.ts';
import { syncMember } from './sync.ts';

export interface Asked {
  /** Set if another process is checking this member, if they have left, or if there is nothing to do. */
  readonly result: Outcome | 'busy' | 'left' | 'nothing';
  readonly hasAccount: boolean;
  /** When the previous check was made. */
  readonly lastCheck: Date | null;
  /** Chats in which the person should write a line, because only their badges there can prove the rest. */
  readonly chats: readonly string[];
}

const HEARD_MINUTES = 10;
/** More chats would be too many for a person, and each chat needs a subscription at the platform. */
const MOST_CHATS = 5;

/** Gives a person their roles when they, or a moderator (`by`), request it. */
export async function askForRoles(
  ctx: Ctx,
  about: { readonly serverId: ServerId; readonly userId: UserId; readonly by?: UserId },
): Promise<Asked> {
  const { serverId, userId, by } = about;
  if (by === userId) throw new AppError('syncYourself');
  const accounts = await listLinkedAccounts(ctx, [userId], syncPlatforms);
  // A person without linked accounts gets no roles, so a vote would not help them.
  if (by === undefined && accounts.length > 0) await requireVote(ctx, serverId, userId);
  const before = await findMember(ctx.db, { serverId, userId });
  const lastCheck = before?.checkedAt ?? null;
  // A known member who unlinked all accounts may still have roles to lose.
  if (accounts.length === 0 && !before) return { result: 'nothing', hasAccount: false, lastCheck, chats: [] };
  const place = { serverId, userId };
  const checked = await syncMember(ctx, place, { isAsked: true, by });
  const result = typeof checked === 'object' ? await carryOut(ctx, place, checked) : checked;
  const chats = typeof result === 'object' ? await openChats(ctx, serverId, accounts, result.knowledge.of) : [];
  return { result, hasAccount: accounts.length > 0, lastCheck, chats };
}

/** Subscribes to the creators' chats if only chat badges can prove the missing roles. */
async function openChats(
  ctx: Ctx,
  serverId: ServerId,
  accounts: readonly LinkedAccount[],
  knownOf: Outcome['knowledge']['of'],
): Promise<readonly string[]> {
  const heard = badgePlatforms.filter((each) => accounts.some(({ platform }) => platform === each));
  if (heard.length === 0) return [];
  const sources = (await listSources(ctx, serverId)).filter((source) => {
    if (!heard.some((each) => each === source.platform)) return false;
    const standing = knownOf(source)?.standing;
    const kinds = kindsOf(source.settings);
    return [...badgeKinds, 'subscriber' as const].some((kind) => kinds.includes(kind) && standing?.[kind] !== true);
  });
  const some = sources.slice(0, MOST_CHATS);
  for (const platform of heard) {
    const channelIds = some.flatMap((source) => (source.platform === platform ? [source.channelId] : []));
    await subscribeChatsFor(ctx, { platform, channelIds, minutes: HEARD_MINUTES });
  }
  return some.map(({ name }) => name);
}

/**
 * Requires a vote for requesting one's own roles, unless the server or the person has paid to skip it, or this
 * installation has no voting site.
 */
async function requireVote(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<void> {
  if (ctx.config.topgg.isOff || (await hasVoted(ctx, userId))) return;
  const { bitfield } = await planOf(ctx, serverId);
  if (hasFlag(bitfield, 'VoteSkipping') || (await userHolds(ctx, userId, 'GlobalVoteSkip'))) return;
  throw new AppError('voteNeeded', { url: `${ctx.config.webUrl}/vote` });
}

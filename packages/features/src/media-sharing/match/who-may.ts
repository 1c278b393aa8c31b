import {
  type MediaApproval,
  type MediaCommandPermission,
  type MediaShareCommand,
  type MediaSharePermission,
  usualMediaPermission,
  wireWord,
} from '@tally/contract';

/** A person's rank in the channel. A person with several ranks has the highest. */
export const ranks = ['viewer', 'sub', 'vip', 'mod', 'owner'] as const;
export type Rank = (typeof ranks)[number];

/** The roles that a chat shows as badges. */
export type ChatRole = Exclude<MediaSharePermission, 'everyone'>;

const rankOfRole = { sub: 'sub', vip: 'vip', mod: 'mod', broadcaster: 'owner' } as const satisfies Record<
  ChatRole,
  Rank
>;

export const rankOf = (roles: readonly ChatRole[]): Rank =>
  roles.map((role) => rankOfRole[role]).toSorted((one, other) => ranks.indexOf(other) - ranks.indexOf(one))[0] ??
  'viewer';

export const isAtLeast = (rank: Rank, least: Rank): boolean => ranks.indexOf(rank) >= ranks.indexOf(least);

/** Returns whether a request needs approval. `isTrusted` is set for senders with enough approved requests. */
export function needsApproval(approval: MediaApproval, rank: Rank, isTrusted: boolean): boolean {
  if (rank === 'owner') return false;
  switch (approval) {
    case 'everyone':
      return true;
    case 'notMods':
      return !isAtLeast(rank, 'mod');
    case 'notSupporters':
      return !isAtLeast(rank, 'sub');
    case 'notTrusted':
      return !isAtLeast(rank, 'mod') && !isTrusted;
    case 'nobody':
      return false;
    default:
      return approval satisfies never;
  }
}

/**
 * Returns whether the author of a chat line may use the command. By default, every viewer may request videos, and
 * moderators may do the rest.
 */
export function mayInChat(
  permissions: readonly MediaCommandPermission[],
  command: MediaShareCommand,
  { platform, roles }: { readonly platform: 'kick' | 'twitch'; readonly roles: readonly ChatRole[] },
): boolean {
  const set = permissions.find((each) => each.command === command);
  const allowed = set ? set[`on${wireWord(platform)}` as const] : usualMediaPermission(command);
  // The streamer may use every command, so they cannot lock themselves out of their own chat.
  return roles.includes('broadcaster') || allowed.includes('everyone') || roles.some((role) => allowed.includes(role));
}

import {
  type MediaApproval,
  type MediaCommandPermission,
  type MediaShareCommand,
  type MediaSharePermission,
  usualMediaPermission,
} from '@tally/contract';

/** What somebody is to the streamer; of several, the highest. */
export const ranks = ['viewer', 'sub', 'vip', 'mod', 'owner'] as const;
export type Rank = (typeof ranks)[number];

/** As badges of a chat say it. */
export type ChatRole = Exclude<MediaSharePermission, 'everyone'>;

const rankOfRole = { sub: 'sub', vip: 'vip', mod: 'mod', broadcaster: 'owner' } as const satisfies Record<
  ChatRole,
  Rank
>;

export const rankOf = (roles: readonly ChatRole[]): Rank =>
  roles.map((role) => rankOfRole[role]).toSorted((one, other) => ranks.indexOf(other) - ranks.indexOf(one))[0] ??
  'viewer';

export const isAtLeast = (rank: Rank, least: Rank): boolean => ranks.indexOf(rank) >= ranks.indexOf(least);

/** Whether a request has to wait for somebody. `isTrusted`: enough of theirs were let through before. */
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

/** Whether a line in a chat may do this: where nothing is set, everybody requests and mods do the rest. */
export function mayInChat(
  permissions: readonly MediaCommandPermission[],
  command: MediaShareCommand,
  { platform, roles }: { readonly platform: 'kick' | 'twitch'; readonly roles: readonly ChatRole[] },
): boolean {
  const set = permissions.find((each) => each.command === command);
  const allowed = set ? (platform === 'kick' ? set.onKick : set.onTwitch) : usualMediaPermission(command);
  // The streamer cannot lock themselves out of their own chat.
  return roles.includes('broadcaster') || allowed.includes('everyone') || roles.some((role) => allowed.includes(role));
}

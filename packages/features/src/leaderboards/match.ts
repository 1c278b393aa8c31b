import { type LeaderBoardType, leaderBoardTypes, type RoleId, type UserId } from '@tally/contract';

/** We count gifts on this platform only. */
export const COUNTED_ON = 'kick';
/** The all-time count begins on this day. */
const BEGINNING = '1970-01-01';
const DAY_MS = 86_400_000;

/** Returns the first day of the period in UTC. Weeks begin on Mondays. */
export function startOf(period: LeaderBoardType, at: Date): string {
  switch (period) {
    case 'weekly': {
      const sinceMonday = (at.getUTCDay() + 6) % 7;
      return dayOf(new Date(at.getTime() - sinceMonday * DAY_MS));
    }
    case 'monthly':
      return `${dayOf(at).slice(0, 7)}-01`;
    case 'overall':
      return BEGINNING;
    default:
      return period satisfies never;
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns all periods if none were chosen. */
export const periodsOf = (chosen: readonly LeaderBoardType[] | undefined): readonly LeaderBoardType[] =>
  chosen && chosen.length > 0 ? leaderBoardTypes.filter((type) => chosen.includes(type)) : leaderBoardTypes;

export interface Standing {
  readonly gifterId: string;
  readonly displayName: string;
  readonly gifts: number;
}

export type Standings = Readonly<Record<LeaderBoardType, readonly Standing[]>>;

export interface PlaceRoles {
  readonly type: LeaderBoardType;
  readonly roles: readonly { readonly roleId: RoleId; readonly position: number }[];
}

/** Returns the role that the owner of each ranked account should have. */
export function rolesByPlace(
  standings: Standings,
  wanted: readonly PlaceRoles[],
  ownerOf: (gifterId: string) => UserId | undefined,
): { userId: UserId; roleId: RoleId }[] {
  return wanted.flatMap(({ type, roles }) =>
    roles.flatMap(({ roleId, position }) => {
      const standing = standings[type][position - 1];
      const userId = standing && ownerOf(standing.gifterId);
      return userId ? [{ userId, roleId }] : [];
    }),
  );
}

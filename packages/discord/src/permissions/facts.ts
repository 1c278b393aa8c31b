import type { ChannelId, RoleId, UserId } from '@tally/contract';

/** What the arithmetic needs to know; REST and gateway both deliver it in these words. */
export interface Role {
  readonly id: RoleId;
  readonly name: string;
  /** 0 is Discord's default colour. */
  readonly color: number;
  readonly position: number;
  readonly permissions: bigint;
  /** Belongs to a bot, an integration, boosters or linked accounts: nobody can give it by hand. */
  readonly isManaged: boolean;
  readonly isMentionable: boolean;
}

export interface Overwrite {
  /** A role's id or a member's. The server's own id stands for @everyone. */
  readonly id: string;
  readonly kind: 'role' | 'member';
  readonly allow: bigint;
  readonly deny: bigint;
}

export const channelKinds = {
  0: 'text',
  2: 'voice',
  4: 'category',
  5: 'announcement',
  10: 'thread',
  11: 'thread',
  12: 'thread',
  13: 'stage',
  15: 'forum',
  16: 'media',
} as const satisfies Record<number, string>;
export type ChannelKind = (typeof channelKinds)[keyof typeof channelKinds] | 'other';

/** Discord adds types now and then: an unknown one is `other`. */
export const channelKindOf = (type: number): ChannelKind =>
  (channelKinds as Readonly<Record<number, ChannelKind>>)[type] ?? 'other';

export interface ServerChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly kind: ChannelKind;
  /** The category, or the channel that a thread belongs to. */
  readonly parentId: ChannelId | null;
  readonly position: number;
  readonly overwrites: readonly Overwrite[];
}

/** Where no message can stand by itself: forums and media channels want a thread with a title. */
export const takesNoMessages = (kind: ChannelKind): boolean =>
  kind === 'category' || kind === 'forum' || kind === 'media';

export interface MemberFacts {
  readonly userId: UserId;
  readonly roleIds: readonly RoleId[];
  /** Until when a moderator has silenced this member. */
  readonly timedOutUntil?: Date | null;
}

import type { ChannelId, RoleId, UserId } from '@tally/contract';

/** The input of the permission calculation. REST and gateway both provide it in this form. */
export interface Role {
  readonly id: RoleId;
  readonly name: string;
  /** 0 is Discord's default color. */
  readonly color: number;
  readonly position: number;
  readonly permissions: bigint;
  /** True if the role belongs to a bot, an integration, boosters or linked accounts, so it cannot be given manually. */
  readonly isManaged: boolean;
  readonly isMentionable: boolean;
}

export interface Overwrite {
  /** The id of a role or a member. The server's own id means @everyone. */
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

/** Returns `other` for unknown types, because Discord adds types now and then. */
export const channelKindOf = (type: number): ChannelKind =>
  (channelKinds as Readonly<Record<number, ChannelKind>>)[type] ?? 'other';

export interface ServerChannel {
  readonly id: ChannelId;
  readonly name: string;
  readonly kind: ChannelKind;
  /** The category, or the parent channel of a thread. */
  readonly parentId: ChannelId | null;
  readonly position: number;
  readonly overwrites: readonly Overwrite[];
}

/** True for channels that accept no plain messages: forums and media channels need a thread with a title. */
export const takesNoMessages = (kind: ChannelKind): boolean =>
  kind === 'category' || kind === 'forum' || kind === 'media';

export interface MemberFacts {
  readonly userId: UserId;
  readonly roleIds: readonly RoleId[];
  /** When this member's time-out ends. */
  readonly timedOutUntil?: Date | null;
}

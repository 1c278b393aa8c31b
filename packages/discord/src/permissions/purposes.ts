import { hasPermission, type PermissionName, permissionBits } from './bits.ts';
import type { ChannelKind, Role } from './facts.ts';

/** Our purposes, with the permissions that Discord requires for each. */
const needs = {
  post: ['ViewChannel', 'SendMessages'],
  /** A live message with its embed. */
  postCard: ['ViewChannel', 'SendMessages', 'EmbedLinks'],
  postInThread: ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks'],
  attachFiles: ['ViewChannel', 'SendMessages', 'AttachFiles'],
  pingEveryone: ['ViewChannel', 'SendMessages', 'MentionEveryone'],
  openThread: ['ViewChannel', 'CreatePublicThreads', 'SendMessagesInThreads'],
  useWebhook: ['ViewChannel', 'ManageWebhooks'],
  /** For our own message in an announcement channel. Other people's messages would need ManageMessages. */
  publish: ['ViewChannel', 'SendMessages'],
  readHistory: ['ViewChannel', 'ReadMessageHistory'],
  react: ['ViewChannel', 'ReadMessageHistory', 'AddReactions'],
  deleteOthers: ['ViewChannel', 'ManageMessages'],
  hideEmbeds: ['ViewChannel', 'ManageMessages'],
  /** Since early 2026, ManageMessages no longer covers pins. */
  pin: ['ViewChannel', 'PinMessages'],
  renameChannel: ['ViewChannel', 'ManageChannels'],
  giveRoles: ['ManageRoles'],
  /** Since February 2026, ManageGuildExpressions alone no longer allows new emojis. */
  createEmojis: ['CreateGuildExpressions'],
  renameMembers: ['ManageNicknames'],
  addMembers: ['CreateInstantInvite'],
} as const satisfies Record<string, readonly PermissionName[]>;

export type Purpose = keyof typeof needs;

export const purposes = Object.keys(needs) as Purpose[];

/** Returns the permissions missing for all of these purposes together, without duplicates. */
export function missingFor(permissions: bigint, ...purposes: readonly Purpose[]): PermissionName[] {
  const wanted = new Set<PermissionName>(purposes.flatMap((purpose) => needs[purpose]));
  return [...wanted].filter((name) => !hasPermission(permissions, name));
}

/** Returns the permissions missing to ping a role. A role that all members may mention needs none. */
export function missingForPing(permissions: bigint, role: Pick<Role, 'isMentionable'>): PermissionName[] {
  return role.isMentionable || hasPermission(permissions, 'MentionEveryone') ? [] : ['MentionEveryone'];
}

/** The permissions that the bot requests in its invite: exactly those that the purposes need. */
export const invitePermissions: bigint = Object.values(needs)
  .flat()
  .reduce((set, name) => set | permissionBits[name], permissionBits.UseExternalEmojis | permissionBits.ViewAuditLog);

/** Returns the purposes of posting an embed in a channel of this kind. */
export const purposesOf = (kind: ChannelKind): readonly Purpose[] => {
  switch (kind) {
    case 'thread':
      return ['postInThread'];
    case 'forum':
    case 'media':
      return ['postCard', 'postInThread'];
    case 'text':
    case 'announcement':
    case 'voice':
    case 'stage':
    case 'category':
    case 'other':
      return ['postCard'];
  }
};

import { hasPermission, type PermissionName, permissionBits } from './bits.ts';
import type { ChannelKind, Role } from './facts.ts';

/** What we want to do, and the permissions that Discord requires for it. */
const needs = {
  post: ['ViewChannel', 'SendMessages'],
  /** A live message with its embed. */
  postCard: ['ViewChannel', 'SendMessages', 'EmbedLinks'],
  postInThread: ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks'],
  attachFiles: ['ViewChannel', 'SendMessages', 'AttachFiles'],
  pingEveryone: ['ViewChannel', 'SendMessages', 'MentionEveryone'],
  openThread: ['ViewChannel', 'CreatePublicThreads', 'SendMessagesInThreads'],
  useWebhook: ['ViewChannel', 'ManageWebhooks'],
  /** Our own message in an announcement channel; other people's messages would need ManageMessages. */
  publish: ['ViewChannel', 'SendMessages'],
  readHistory: ['ViewChannel', 'ReadMessageHistory'],
  react: ['ViewChannel', 'ReadMessageHistory', 'AddReactions'],
  deleteOthers: ['ViewChannel', 'ManageMessages'],
  hideEmbeds: ['ViewChannel', 'ManageMessages'],
  /** ManageMessages no longer covers pins since early 2026. */
  pin: ['ViewChannel', 'PinMessages'],
  renameChannel: ['ViewChannel', 'ManageChannels'],
  giveRoles: ['ManageRoles'],
  /** ManageGuildExpressions alone no longer allows new emojis since February 2026. */
  createEmojis: ['CreateGuildExpressions'],
  renameMembers: ['ManageNicknames'],
  addMembers: ['CreateInstantInvite'],
} as const satisfies Record<string, readonly PermissionName[]>;

export type Purpose = keyof typeof needs;

export const purposes = Object.keys(needs) as Purpose[];

/** The permissions missing for all of these purposes together, without duplicates. */
export function missingFor(permissions: bigint, ...purposes: readonly Purpose[]): PermissionName[] {
  const wanted = new Set<PermissionName>(purposes.flatMap((purpose) => needs[purpose]));
  return [...wanted].filter((name) => !hasPermission(permissions, name));
}

/** A role that all members may mention needs no permission to ping it. */
export function missingForPing(permissions: bigint, role: Pick<Role, 'isMentionable'>): PermissionName[] {
  return role.isMentionable || hasPermission(permissions, 'MentionEveryone') ? [] : ['MentionEveryone'];
}

/** The permissions that the bot requests in its invite: exactly what the purposes need. */
export const invitePermissions: bigint = Object.values(needs)
  .flat()
  .reduce((set, name) => set | permissionBits[name], permissionBits.UseExternalEmojis | permissionBits.ViewAuditLog);

/** The purposes of posting an embed in a channel of this kind. */
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

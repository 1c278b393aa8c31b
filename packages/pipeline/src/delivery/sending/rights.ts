import { type ChannelId, RoleId, type ServerId, UserId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import {
  hasPermission,
  missingFor,
  missingForPing,
  type PermissionName,
  type Purpose,
  permissionsIn,
  purposesOf,
} from '@tally/discord/permissions';
import { type Ctx, seconds } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Delivery } from '../tables.ts';

/** The bot's permissions in a channel, according to the gateway. */
export interface Rights {
  readonly kind: 'text' | 'announcement' | 'other';
  readonly permissions: bigint;
  /** The permissions that the bot lacks to post an embed in the channel. */
  readonly missing: readonly PermissionName[];
  readonly roles: ServerState['roles'];
}

/** Returns null if the gateway has not reported the channel. Discord then decides. */
export type FindRights = (delivery: Pick<Delivery, 'serverId' | 'channelId'>) => Rights | null;

const BELIEVED_MS = seconds(2);
const MOST_REMEMBERED = 2_000;

interface Remembered {
  readonly until: number;
  readonly state: ServerState | null;
  readonly rights: Map<ChannelId, Rights | null>;
}

/** Keyed by database, so that tests do not share the cache. */
const remembered = new WeakMap<Ctx['db'], Map<ServerId, Remembered>>();

/**
 * Loads the bot's permissions in the channels of a batch from the stored server states, with one query and no call to
 * Discord. Calls that Discord is sure to refuse would count toward a ban.
 */
export async function loadRights(
  ctx: Ctx,
  rows: readonly Pick<Delivery, 'serverId' | 'channelId'>[],
): Promise<FindRights> {
  const known = remembered.get(ctx.db) ?? new Map<ServerId, Remembered>();
  remembered.set(ctx.db, known);
  await refresh(ctx, known, new Set(rows.map((row) => row.serverId)));
  return ({ serverId, channelId }) => {
    const server = known.get(serverId);
    if (!server?.state) return null;
    const found = server.rights.get(channelId);
    if (found !== undefined) return found;
    const rights = rightsIn(ctx, server.state, channelId);
    server.rights.set(channelId, rights);
    return rights;
  };
}

async function refresh(ctx: Ctx, known: Map<ServerId, Remembered>, wanted: ReadonlySet<ServerId>): Promise<void> {
  const now = ctx.clock.now().getTime();
  const stale = [...wanted].filter((serverId) => (known.get(serverId)?.until ?? 0) <= now);
  if (stale.length === 0) return;
  if (known.size > MOST_REMEMBERED) known.clear();
  const asked = known.size === 0 ? [...wanted] : stale;
  const states = await findServerStates(ctx.db, asked);
  for (const serverId of asked) {
    known.set(serverId, { until: now + BELIEVED_MS, state: states.get(serverId) ?? null, rights: new Map() });
  }
}

function rightsIn(ctx: Ctx, server: ServerState, channelId: ChannelId): Rights | null {
  const channel = server.channels.get(channelId);
  // The gateway state has no threads. If a channel was deleted, Discord will report it.
  if (!channel || channel.kind === 'thread') return null;
  const member = { userId: UserId.parse(ctx.config.discord.clientId), roleIds: server.botRoleIds };
  const permissions = permissionsIn({ server, member, overwrites: channel.overwrites });
  const kind = channel.kind === 'text' || channel.kind === 'announcement' ? channel.kind : 'other';
  return { kind, permissions, missing: missingFor(permissions, ...purposesOf(channel.kind)), roles: server.roles };
}

/** Returns whether the bot has this permission in the channel, or undefined for threads and unknown channels. */
export async function mayDo(
  ctx: Ctx,
  place: Pick<Delivery, 'serverId' | 'channelId'>,
  purpose: Purpose,
): Promise<boolean | undefined> {
  const rights = (await loadRights(ctx, [place]))(place);
  return rights ? missingFor(rights.permissions, purpose).length === 0 : undefined;
}

/** Returns the permissions that the bot lacks to post in the channel, or null if the channel is unknown or a thread. */
export const missingIn = (ctx: Ctx, server: ServerState, channelId: ChannelId): readonly PermissionName[] | null =>
  rightsIn(ctx, server, channelId)?.missing ?? null;

/** Returns a role whose ping would have no effect. Discord gives no warning. Null if the ping should work. */
export function vainPing(rights: Rights | null, { allowed_mentions: wanted }: MessagePayload): string | null {
  if (!rights) return null;
  const isVain = (isMentionable: boolean) => missingForPing(rights.permissions, { isMentionable }).length > 0;
  if (wanted.parse.includes('everyone') && isVain(false)) return '@everyone';
  const roles = wanted.roles.map((id) => rights.roles.get(RoleId.parse(id)));
  const unheard = roles.find((role) => role && isVain(role.isMentionable));
  return unheard ? `@${unheard.name}` : null;
}

/**
 * Discord refuses a reply to a message that the bot may not read. The text matters more, so the message is sent without
 * the reply.
 */
export function withoutVainReply(rights: Rights | null, payload: MessagePayload): MessagePayload {
  const { message_reference: answered, ...rest } = payload;
  if (!answered || !rights || hasPermission(rights.permissions, 'ReadMessageHistory')) return payload;
  return rest;
}

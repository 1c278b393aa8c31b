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

/** The bot's permissions in a channel, as far as the gateway has reported them. */
export interface Rights {
  readonly kind: 'text' | 'announcement' | 'other';
  readonly permissions: bigint;
  /** The permissions that the bot lacks for posting an embed there. */
  readonly missing: readonly PermissionName[];
  readonly roles: ServerState['roles'];
}

/** Null if the gateway has not reported the channel; then Discord decides. */
export type FindRights = (delivery: Pick<Delivery, 'serverId' | 'channelId'>) => Rights | null;

const BELIEVED_MS = seconds(2);
const MOST_REMEMBERED = 2_000;

interface Remembered {
  readonly until: number;
  readonly state: ServerState | null;
  readonly rights: Map<ChannelId, Rights | null>;
}

/** Kept per database, so that tests do not share it. */
const remembered = new WeakMap<Ctx['db'], Map<ServerId, Remembered>>();

/**
 * Loads the bot's permissions in the channels of a batch from the stored state of servers. Uses one query for all, and
 * no call to Discord. A call that Discord is sure to refuse would count toward a ban.
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

/** Returns whether the bot may do this there. Undefined: the channel is unknown, as threads are. */
export async function mayDo(
  ctx: Ctx,
  place: Pick<Delivery, 'serverId' | 'channelId'>,
  purpose: Purpose,
): Promise<boolean | undefined> {
  const rights = (await loadRights(ctx, [place]))(place);
  return rights ? missingFor(rights.permissions, purpose).length === 0 : undefined;
}

/** The permissions that the bot lacks for posting there. Null: the channel is unknown or a thread. */
export const missingIn = (ctx: Ctx, server: ServerState, channelId: ChannelId): readonly PermissionName[] | null =>
  rightsIn(ctx, server, channelId)?.missing ?? null;

/** Discord posts the message without a warning if its ping has no effect. Null: as far as we know, the ping works. */
export function vainPing(rights: Rights | null, { allowed_mentions: wanted }: MessagePayload): string | null {
  if (!rights) return null;
  const isVain = (isMentionable: boolean) => missingForPing(rights.permissions, { isMentionable }).length > 0;
  if (wanted.parse.includes('everyone') && isVain(false)) return '@everyone';
  const roles = wanted.roles.map((id) => rights.roles.get(RoleId.parse(id)));
  const unheard = roles.find((role) => role && isVain(role.isMentionable));
  return unheard ? `@${unheard.name}` : null;
}

/**
 * Discord refuses a reply to a message that the bot may not read. The text matters more than the reply, so it is sent
 * without.
 */
export function withoutVainReply(rights: Rights | null, payload: MessagePayload): MessagePayload {
  const { message_reference: answered, ...rest } = payload;
  if (!answered || !rights || hasPermission(rights.permissions, 'ReadMessageHistory')) return payload;
  return rest;
}

import { type RoleId, type ServerId, UserId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import { roleFindings } from '@tally/discord/permissions';
import { bornAt, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import type { RoleProblem } from './owner.ts';

/** Returns the server state that the gateway reported last, or null if there is none yet. */
export async function readState(ctx: Ctx, serverId: ServerId): Promise<ServerState | null> {
  return (await findServerStates(ctx.db, [serverId])).get(serverId) ?? null;
}

const SAVED_BY_THEN_MS = minutes(10);

/** Returns why the bot cannot give or remove a role, as far as we know without a call to Discord. */
export function problemOf(ctx: Ctx, state: ServerState | null, roleId: RoleId): RoleProblem | null {
  if (!state) return null;
  const role = state.roles.get(roleId);
  // A role that was just created may not be saved yet. In that case Discord decides whether it exists.
  if (!role) return ctx.clock.now().getTime() - bornAt(roleId).getTime() < SAVED_BY_THEN_MS ? null : 'unknownRole';
  const bot = { userId: UserId.parse(ctx.config.discord.clientId), roleIds: state.botRoleIds };
  const reasons = roleFindings(role, { server: state, bot });
  if (reasons.includes('everyone') || reasons.includes('managed')) return 'roleManaged';
  if (reasons.includes('permission')) return 'missingPermission';
  return reasons.includes('position') ? 'roleTooHigh' : null;
}

/** Discord's codes for refusals. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_ROLE = 10_011;
const UNKNOWN_MEMBER = 10_007;
const UNKNOWN_USER = 10_013;
const INVALID_ROLE = 50_028;

export type Refusal = RoleProblem | 'left';

/** Returns null for an outage or a limit, which is not a refusal. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') return null;
  const { upstreamCode: code } = error;
  if (code === UNKNOWN_MEMBER || code === UNKNOWN_USER) return 'left';
  if (code === UNKNOWN_ROLE) return 'unknownRole';
  if (code === INVALID_ROLE) return 'roleManaged';
  return error.kind === 'denied' ? 'roleTooHigh' : null;
}

/** True if Discord rejected the call without trying it. */
export const isLimit = (error: unknown): boolean => error instanceof UpstreamError && error.kind === 'limited';

/** Returns how long to wait if Discord limits us or is down. Returns null for other errors. */
export function waitAfter(error: unknown, usualMs: number): number | null {
  if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) return null;
  return error.retryAfterMs ?? usualMs;
}

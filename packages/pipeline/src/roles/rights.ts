import { type RoleId, type ServerId, UserId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import { roleFindings } from '@tally/discord/permissions';
import { bornAt, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import type { RoleProblem } from './owner.ts';

/** What the gateway last told of a server; null where it has not told yet. */
export async function readState(ctx: Ctx, serverId: ServerId): Promise<ServerState | null> {
  return (await findServerStates(ctx.db, [serverId])).get(serverId) ?? null;
}

const SAVED_BY_THEN_MS = minutes(10);

/** Why the bot cannot give or take a role, as far as that is known without asking Discord. */
export function problemOf(ctx: Ctx, state: ServerState | null, roleId: RoleId): RoleProblem | null {
  if (!state) return null;
  const role = state.roles.get(roleId);
  // One that was made a moment ago may not be saved yet: then Discord says whether it exists.
  if (!role) return ctx.clock.now().getTime() - bornAt(roleId).getTime() < SAVED_BY_THEN_MS ? null : 'unknownRole';
  const bot = { userId: UserId.parse(ctx.config.discord.clientId), roleIds: state.botRoleIds };
  const reasons = roleFindings(role, { server: state, bot });
  if (reasons.includes('everyone') || reasons.includes('managed')) return 'roleManaged';
  if (reasons.includes('permission')) return 'missingPermission';
  return reasons.includes('position') ? 'roleTooHigh' : null;
}

/** What Discord's refusal means. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_ROLE = 10_011;
const UNKNOWN_MEMBER = 10_007;
const UNKNOWN_USER = 10_013;
const INVALID_ROLE = 50_028;

export type Refusal = RoleProblem | 'left';

/** Null: no refusal, but an outage or a limit. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') return null;
  const { upstreamCode: code } = error;
  if (code === UNKNOWN_MEMBER || code === UNKNOWN_USER) return 'left';
  if (code === UNKNOWN_ROLE) return 'unknownRole';
  if (code === INVALID_ROLE) return 'roleManaged';
  return error.kind === 'denied' ? 'roleTooHigh' : null;
}

/** Discord has not even tried. */
export const isLimit = (error: unknown): boolean => error instanceof UpstreamError && error.kind === 'limited';

/** How long to wait where Discord limits us or is away. Null: it is neither. */
export function waitAfter(error: unknown, usualMs: number): number | null {
  if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) return null;
  return error.retryAfterMs ?? usualMs;
}

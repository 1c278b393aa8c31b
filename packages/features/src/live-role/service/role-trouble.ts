import { type ErrorReason, type RoleId, type ServerId, UserId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import { roleFindings } from '@tally/discord/permissions';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { report, type Trouble } from '../../error-logs/index.ts';
import { kindOf, type Source } from '../match.ts';
import { parkRole } from '../store/holdings.ts';

export type RoleProblem = Extract<ErrorReason, 'missingPermission' | 'unknownRole' | 'roleTooHigh' | 'roleManaged'>;

/** What the gateway last told of a server; null where it has not told yet. */
export async function readState(ctx: Ctx, serverId: ServerId): Promise<ServerState | null> {
  return (await findServerStates(ctx.db, [serverId])).get(serverId) ?? null;
}

const SAVED_BY_THEN_MS = minutes(10);
/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const madeAt = (roleId: RoleId): number => Number(BigInt(roleId) >> 22n) + DISCORD_EPOCH_MS;

/** Why the bot cannot give or take a role, as far as that is known without asking Discord. */
export function problemOf(ctx: Ctx, state: ServerState | null, roleId: RoleId): RoleProblem | null {
  if (!state) return null;
  const role = state.roles.get(roleId);
  // One that was made a moment ago may not be saved yet: then Discord says whether it exists.
  if (!role) return ctx.clock.now().getTime() - madeAt(roleId) < SAVED_BY_THEN_MS ? null : 'unknownRole';
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

export type Refusal = { readonly kind: 'left' } | { readonly kind: 'role'; readonly problem: RoleProblem } | null;

/** Null: no refusal, but an outage or a limit. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') return null;
  const { upstreamCode: code } = error;
  if (code === UNKNOWN_MEMBER || code === UNKNOWN_USER) return { kind: 'left' };
  if (code === UNKNOWN_ROLE) return { kind: 'role', problem: 'unknownRole' };
  if (code === INVALID_ROLE) return { kind: 'role', problem: 'roleManaged' };
  return error.kind === 'denied' ? { kind: 'role', problem: 'roleTooHigh' } : null;
}

/** Where a role is chosen, below the server's own address. */
const pageOf = (source: Source): string => {
  const kind = kindOf(source);
  if (kind === 'autoLive') return '/auto-twitch-live-role';
  return kind === 'status' ? '/manage' : '/notifications';
};

interface RoleTrouble {
  readonly roleId: RoleId;
  readonly problem: RoleProblem;
  readonly source: Source;
  readonly state: ServerState | null;
}

/**
 * Nothing more is tried with this role until somebody has mended it. The log gets one line with one thing to do,
 * however many members are concerned.
 */
export async function parkTrouble(ctx: Ctx, serverId: ServerId, about: RoleTrouble): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await parkRole(tx, serverId, about.roleId);
    await report(ctx, serverId, troubleOf(about), tx);
  });
}

function troubleOf({ roleId, problem, source, state }: RoleTrouble): Trouble {
  const role = state?.roles.get(roleId)?.name ?? roleId;
  const what = { say: `liveRole.what_${kindOf(source) ?? 'streamer'}` } as const;
  switch (problem) {
    case 'missingPermission':
      return {
        reason: problem,
        // Known only from what the gateway told, and then its name is known, too.
        details: { place: state?.name ?? 'Discord' },
        missingPermissions: ['ManageRoles'],
        action: { kind: 'grantPermissions', path: null, targetId: null },
      };
    case 'unknownRole':
      return {
        reason: problem,
        details: { what },
        action: { kind: 'chooseRole', path: pageOf(source), targetId: roleId },
      };
    case 'roleTooHigh':
      return { reason: problem, details: { role }, action: { kind: 'moveBotRole', path: null, targetId: null } };
    case 'roleManaged':
      return {
        reason: problem,
        details: { role },
        action: { kind: 'chooseRole', path: pageOf(source), targetId: roleId },
      };
    default:
      return problem satisfies never;
  }
}

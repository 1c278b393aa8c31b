import { fixedLimits, type TeamId, teamLimits } from '@tally/contract';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, days, requireUser, say } from '@tally/kernel';
import { noteUserStep } from '../../telemetry/index.ts';
import { areTeamBits, newCode } from '../match.ts';
import { countOpen, deleteSpent, insertInvite, revokeInvite } from '../store/invites.ts';
import type { InviteRow } from '../tables.ts';
import { note } from './notify.ts';
import { lockOwnTeam } from './own-team.ts';

export interface Terms {
  readonly bitfieldToSet: bigint;
  readonly maxUses?: number | null | undefined;
  readonly expiresAt?: number | null | undefined;
}

const purpose = (id: string): string => `team-invite:${id}`;

/** Returns the code. We find it by its hash, and keep an encrypted copy in case the leader wants to copy it again. */
export async function invite(ctx: Ctx, teamId: TeamId, terms: Terms): Promise<string> {
  const { userId } = requireUser(ctx);
  requireBits(ctx, terms.bitfieldToSet);
  const now = ctx.clock.now();
  const expiresAt = endOf(ctx, terms.expiresAt, now);
  const code = newCode(ctx.random);
  await ctx.db.transaction(async (tx) => {
    await lockOwnTeam(ctx, tx, teamId);
    const limit = fixedLimits.openInvites;
    if ((await countOpen(tx, teamId, now)) >= limit) throw new AppError('tooManyInvites', { limit });
    await deleteSpent(tx, teamId, now);
    const id = ctx.random.uuid();
    await insertInvite(tx, {
      id,
      teamId,
      codeHash: ctx.secrets.hashToken(code),
      code: ctx.secrets.encrypt(purpose(id), code),
      bitfield: terms.bitfieldToSet,
      maxUses: terms.maxUses === undefined ? teamLimits.defaultUses : terms.maxUses,
      createdAt: now,
      expiresAt,
    });
    await note(tx, { teamId, at: now, event: 'invited', byId: userId });
    await noteUserStep(ctx, userId, 'didInviteATeamMember', tx);
    await keepReply(ctx, tx, code);
  });
  return code;
}

export function requireBits(ctx: Ctx, bitfieldToSet: bigint): void {
  if (areTeamBits(bitfieldToSet)) return;
  throw new AppError('invalidFields', {}, [`bitfieldToSet: ${say(ctx.locale, 'teams.unknownBits')}`]);
}

function endOf(ctx: Ctx, wanted: number | null | undefined, now: Date): Date | null {
  if (wanted === null) return null;
  if (wanted === undefined) return new Date(now.getTime() + days(teamLimits.defaultDays));
  const refuse = (why: string) => new AppError('invalidFields', {}, [`expiresAt: ${why}`]);
  if (wanted <= now.getTime()) throw refuse(say(ctx.locale, 'teams.expiryPast'));
  // Tolerates a small clock difference at the limit of 30 days.
  if (wanted > now.getTime() + days(teamLimits.days) + CLOCKS_DIFFER_MS)
    throw refuse(say(ctx.locale, 'teams.expiryFar', { days: teamLimits.days }));
  return new Date(wanted);
}
const CLOCKS_DIFFER_MS = 60 * 60 * 1_000;

export async function revoke(ctx: Ctx, teamId: TeamId, codeOrId: string): Promise<void> {
  const { userId } = requireUser(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockOwnTeam(ctx, tx, teamId);
    const codeHash = ctx.secrets.hashToken(codeOrId);
    if (!(await revokeInvite(tx, teamId, { id: codeOrId, codeHash, now }))) throw new AppError('inviteNotValid');
    await note(tx, { teamId, at: now, event: 'revoked', byId: userId });
  });
}

/** Null if the code's key is lost. People who have the code can still use it, and it can be revoked. */
export function readCode(ctx: Ctx, { id, code }: Pick<InviteRow, 'id' | 'code'>): string | null {
  try {
    return ctx.secrets.decrypt(purpose(id), code);
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}

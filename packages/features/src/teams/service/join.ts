import { fixedLimits, type TeamInvitation, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import { holdPerson, listFacesOf } from '../../account/index.ts';
import { noteUserStep } from '../../telemetry/index.ts';
import { claimUse, findByHash, isStillOpen } from '../store/invites.ts';
import { countMembers, countTeamsOf, findMember, insertMember, lockJoiner } from '../store/members.ts';
import { callOutRights } from '../store/rights.ts';
import { findTeam, lockTeam } from '../store/teams.ts';
import type { InviteRow, TeamRow } from '../tables.ts';
import { nameOf } from './names.ts';
import { note, notifyLater } from './notify.ts';
import { tryCode } from './tries.ts';

/** Returns what a person sees before joining. Members still see it after the last use. */
export async function readInvitation(ctx: Ctx, code: string): Promise<TeamInvitation> {
  return await tryCode(ctx, async () => await findInvitation(ctx, code));
}

async function findInvitation(ctx: Ctx, code: string): Promise<TeamInvitation | null> {
  const invite = await findByHash(ctx.db, ctx.secrets.hashToken(code));
  const team = invite && (await findTeam(ctx.db, invite.teamId));
  if (!invite || !team) return null;
  const userId = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  const isLeader = team.leaderId === userId;
  const isMember = userId !== null && (await findMember(ctx.db, { teamId: team.id, userId })) !== null;
  const isOpen = await isStillOpen(ctx.db, invite.id, ctx.clock.now());
  if (!isOpen && !isMember && !isLeader) return null;
  const [faces, total] = await Promise.all([listFacesOf(ctx, [team.leaderId]), countMembers(ctx.db, team.id)]);
  const face = faces.get(team.leaderId);
  return {
    teamId: team.id,
    teamName: team.name,
    teamLeaderName: face?.username ?? null,
    teamLeaderAvatar: face?.avatar ?? null,
    teamLeaderId: isMember ? team.leaderId : null,
    teamMembers: total,
    bitfieldToSet: invite.bitfield,
    isFull: total >= fixedLimits.teamMembers,
    isMember,
    isLeader,
  };
}

const joinedText = { joined: 'teams.joined', already: 'teams.joinedAlready', leads: 'teams.leadsIt' } as const;

export interface Joined {
  readonly outcome: 'joined' | 'already' | 'leads';
  readonly team: string;
}

/** If several people join at once, only one gets the last use. Existing members use up none. */
export async function join(ctx: Ctx, code: string): Promise<Joined & { readonly reply: string }> {
  const { userId } = requireUser(ctx);
  const name = await nameOf(ctx, userId);
  return await tryCode(ctx, async () => {
    const joined = await ctx.db.transaction(async (tx) => {
      const invite = await findByHash(tx, ctx.secrets.hashToken(code));
      const team = invite && (await lockTeam(tx, invite.teamId));
      const done = invite && team ? await joinTeam(ctx, tx, { invite, team, userId, name }) : null;
      if (!done) return null;
      const reply = say(ctx.locale, joinedText[done.outcome], { team: done.team });
      await keepReply(ctx, tx, reply);
      return { ...done, reply };
    });
    count(ctx, joined?.outcome ?? 'refused');
    return joined;
  });
}

interface Joining {
  readonly invite: InviteRow;
  readonly team: TeamRow;
  readonly userId: UserId;
  readonly name: string | null;
}

async function joinTeam(ctx: Ctx, tx: Db, { invite, team, userId, name }: Joining): Promise<Joined | null> {
  const at = ctx.clock.now();
  if (team.leaderId === userId) return { outcome: 'leads', team: team.name };
  if (await findMember(tx, { teamId: team.id, userId })) return { outcome: 'already', team: team.name };
  const used = await claimUse(tx, invite.id, at);
  if (!used) return null;
  // If joining is refused from here on, the rollback returns the use.
  await requireRoom(tx, team, userId);
  await insertMember(tx, { teamId: team.id, userId, bitfield: used.bitfield, joinedAt: at, inviteId: invite.id });
  const isNews = await note(tx, { teamId: team.id, at, event: 'joined', byId: userId, aboutId: userId });
  if (isNews) await notifyLater(ctx, tx, [{ userId: team.leaderId, news: 'joined', team: team.name, name }]);
  await noteUserStep(ctx, userId, 'didJoinATeam', tx);
  await callOutRights(tx, team.leaderId, userId);
  return { outcome: 'joined', team: team.name };
}

async function requireRoom(tx: Db, team: TeamRow, userId: UserId): Promise<void> {
  const { teamMembers: members, teamsJoined: joined } = fixedLimits;
  if ((await countMembers(tx, team.id)) >= members) throw new AppError('teamFull', { limit: members });
  await lockJoiner(tx, userId);
  if ((await countTeamsOf(tx, userId)) >= joined) throw new AppError('youAreInTooManyTeams', { limit: joined });
  // The person's account may be in the middle of being deleted.
  if (!(await holdPerson(tx, userId))) throw new AppError('userNotFound');
}

const count = (ctx: Ctx, outcome: Joined['outcome'] | 'refused'): void =>
  ctx.metrics
    .counter({ name: 'team_joins_total', help: 'Attempts to join a team.', labels: ['outcome'] })
    .inc({ outcome });

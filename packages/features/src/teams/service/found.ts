import { TeamId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import { holdPerson } from '../../account/index.ts';
import { type NameFault, readName } from '../match.ts';
import { listMembers } from '../store/members.ts';
import { callOutRights } from '../store/rights.ts';
import { changeTeam, deleteTeam, insertTeam } from '../store/teams.ts';
import { nameOf } from './names.ts';
import { note, notifyLater } from './notify.ts';
import { lockOwnTeam } from './own-team.ts';

const faults = { missing: 'fields.missing', stacked: 'teams.stackedMarks' } as const satisfies Record<
  NameFault,
  string
>;

function nameFrom(ctx: Ctx, typed: string): string {
  const read = readName(typed);
  if ('name' in read) return read.name;
  throw new AppError('invalidFields', {}, [`teamName: ${say(ctx.locale, faults[read.fault])}`]);
}

export async function foundTeam(ctx: Ctx, teamName: string, reply?: string): Promise<void> {
  const { userId } = requireUser(ctx);
  const row = { id: TeamId.parse(ctx.random.uuid()), leaderId: userId, name: nameFrom(ctx, teamName) };
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // The person's account may be in the middle of being deleted.
    if (!(await holdPerson(tx, userId))) throw new AppError('userNotFound');
    if (!(await insertTeam(tx, { ...row, createdAt: at }))) throw new AppError('youLeadTeamAlready');
    await note(tx, { teamId: row.id, at, event: 'founded', byId: userId });
    await keepReply(ctx, tx, reply);
  });
}

export async function renameTeam(ctx: Ctx, teamId: TeamId, teamName: string): Promise<void> {
  const { userId } = requireUser(ctx);
  const name = nameFrom(ctx, teamName);
  await ctx.db.transaction(async (tx) => {
    const team = await lockOwnTeam(ctx, tx, teamId);
    if (team.name === name) return;
    await changeTeam(tx, teamId, { name });
    const details = { from: team.name, to: name };
    const isNews = await note(tx, { teamId, at: ctx.clock.now(), event: 'renamed', byId: userId, details });
    if (!isNews) return;
    const members = await listMembers(tx, teamId);
    const telling = { news: 'renamed' as const, team: name, name: null, from: team.name };
    await notifyLater(
      ctx,
      tx,
      members.map((member) => ({ ...telling, userId: member.userId })),
    );
  });
}

export async function dissolveTeam(ctx: Ctx, teamId: TeamId): Promise<void> {
  const name = await nameOf(ctx, requireUser(ctx).userId);
  await ctx.db.transaction(async (tx) => {
    const team = await lockOwnTeam(ctx, tx, teamId);
    const members = await listMembers(tx, teamId);
    await deleteTeam(tx, teamId);
    await callOutRights(tx, team.leaderId, null);
    const telling = { news: 'dissolved' as const, team: team.name, name };
    await notifyLater(
      ctx,
      tx,
      members.map(({ userId }) => ({ ...telling, userId })),
    );
  });
}

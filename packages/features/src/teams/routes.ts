import { teams } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { dissolveTeam, foundTeam, renameTeam } from './service/found.ts';
import { invite, revoke } from './service/invite.ts';
import { join, readInvitation } from './service/join.ts';
import { kick, leaveTeam, transferTeam, updateMember } from './service/members.ts';
import { nameOf } from './service/names.ts';
import { listMemberships, readEvents, readOwnTeam } from './service/read.ts';

export const routes = implement(teams, {
  async listTeams(ctx) {
    const { userId } = requireUser(ctx);
    const [managedTeam, memberTeams] = await Promise.all([readOwnTeam(ctx, userId), listMemberships(ctx, userId)]);
    return { managedTeam, memberTeams };
  },
  async createTeam(ctx, { body }) {
    const reply = say(ctx.locale, 'teams.founded');
    await foundTeam(ctx, body.teamName, reply);
    return reply;
  },
  joinTeam: async (ctx, { query }) => (await join(ctx, query.code)).reply,
  getInvitation: async (ctx, { params }) => await readInvitation(ctx, params.code),
  async leaveTeam(ctx, { query }) {
    await leaveTeam(ctx, query.teamId);
    return say(ctx.locale, 'teams.left');
  },
  inviteToTeam: async (ctx, { params, body }) => await invite(ctx, params.teamId, body),
  async revokeInvite(ctx, { params }) {
    await revoke(ctx, params.teamId, params.code);
    return say(ctx.locale, 'teams.revoked');
  },
  async kickFromTeam(ctx, { params, body }) {
    const { isRevoked } = await kick(ctx, {
      ...params,
      userId: body.userId,
      revokesInvite: body.revokesInvite === true,
    });
    const name = (await nameOf(ctx, body.userId)) ?? say(ctx.locale, 'teams.noName');
    return say(ctx.locale, isRevoked ? 'teams.kickedAndRevoked' : 'teams.kicked', { name });
  },
  async updateMember(ctx, { params, body }) {
    await updateMember(ctx, { ...params, ...body });
    return say(ctx.locale, 'teams.updated');
  },
  async transferTeam(ctx, { params, body }) {
    await transferTeam(ctx, { ...params, userId: body.userId });
    const name = (await nameOf(ctx, body.userId)) ?? say(ctx.locale, 'teams.noName');
    return say(ctx.locale, 'teams.handedOver', { name });
  },
  listEvents: async (ctx, { params }) => await readEvents(ctx, params.teamId),
  async renameTeam(ctx, { params, body }) {
    await renameTeam(ctx, params.teamId, body.teamName);
    return say(ctx.locale, 'teams.renamed');
  },
  async deleteTeam(ctx, { params }) {
    await dissolveTeam(ctx, params.teamId);
    return say(ctx.locale, 'teams.dissolved');
  },
});

import { ApiError } from '../rules/errors.ts';
import type { Invite } from '../state/types.ts';
import { counts, inviteWire } from '../state/wire.ts';
import { enterPlace, findPlace, need } from './find.ts';
import { botRoute, bucket, ok, openRoute, type Route } from './route.ts';

interface InviteBody {
  readonly max_age?: number | null;
  readonly max_uses?: number | null;
}

const limit = bucket('invite', 5, 15);
const A_DAY_S = 86_400;

export const inviteRoutes: readonly Route[] = [
  botRoute<InviteBody>(
    'POST /channels/:channel/invites',
    { body: { loose: true }, limit, major: 'channel' },
    (call) => {
      const { core, body, user } = call;
      const { channel, guild } = enterPlace(call, 'CREATE_INSTANT_INVITE');
      if (!guild) throw new ApiError(50003);
      const invite: Invite = {
        code: core.state.secret('invite').slice(-8),
        guildId: guild.id,
        channelId: channel.id,
        inviterId: user.id,
        maxAge: body.max_age ?? A_DAY_S,
        maxUses: body.max_uses ?? 0,
        uses: 0,
        createdAt: core.state.clock.now().toISOString(),
      };
      core.state.invites.set(invite.code, invite);
      return ok(inviteWire(core.state, invite));
    },
  ),
  openRoute('GET /invites/:code', { auth: 'none', limit }, ({ core, params, query }) => {
    const invite = core.state.invites.get(params.code ?? '');
    const guild = invite && core.state.guilds.get(invite.guildId);
    if (!invite || !guild) throw new ApiError(10006);
    return ok({ ...inviteWire(core.state, invite), ...(query.get('with_counts') === 'true' ? counts(guild) : {}) });
  }),
  botRoute('DELETE /invites/:code', { limit }, (call) => {
    const { state } = call.core;
    const invite = state.invites.get(call.params.code ?? '');
    if (!invite) throw new ApiError(10006);
    need(findPlace(call.core, call.user, invite.channelId).permissions, 'MANAGE_CHANNELS');
    state.invites.delete(invite.code);
    return ok(inviteWire(state, invite));
  }),
];

import { askAllMembers } from '@tally/discord/gateway';
import type { RoleKind, RoleOwner } from '@tally/pipeline/roles';
import { counts } from '../match.ts';
import { listConcerned } from '../store/rules.ts';
import { logOf } from './log.ts';
import { concernedServers, loadRules, onceAnHour } from './rules.ts';
import { reviseStreamers } from './streamers.ts';

const audit = 'live role';
const livePath = '/auto-twitch-live-role';
const statusPath = '/manage?tab=roles';

const linked = {
  audit,
  what: 'liveRole.what_autoLive',
  path: livePath,
  log: logOf('autoLive', livePath),
} as const satisfies RoleKind;

const status = {
  audit,
  what: 'liveRole.what_status',
  path: statusPath,
  log: logOf('status', statusPath),
} as const satisfies RoleKind;

export const roleOwner: RoleOwner = {
  kinds: {
    // Discord sends no presence when a member leaves, so the claim must end with the membership.
    auto: { ...linked, endsOnLeave: true },
    linked,
    status: { ...status, endsOnLeave: true },
    streamer: { audit, what: 'liveRole.what_streamer', path: '/notifications' },
  },
  async filter(ctx, serverId) {
    const rules = await loadRules(ctx, serverId);
    return (claim, roleIds) => counts(rules, claim, roleIds);
  },
  async revise(ctx, serverId) {
    await reviseStreamers(ctx, serverId);
    if ((await concernedServers(ctx)).has(serverId))
      await onceAnHour(ctx, serverId, async () => await askAllMembers(ctx, serverId));
  },
  listServers: async (ctx) => await listConcerned(ctx.db),
};

import { requirePlanFlags } from '../../servers/index.ts';
import type { GuildParts } from '../../settings/index.ts';
import { findSettings, saveSettings } from '../store/settings.ts';

/** The server settings of this feature: the log channel, and the roles that may run giveaways. */
export const giveawayPart: GuildParts = {
  keys: ['giveawayLogsChannelId', 'giveawayManagerRoles', 'giveawayManagersMayEnter'],
  async read(_ctx, db, serverId) {
    const { logChannelId, managerRoles, managersMayEnter } = await findSettings(db, serverId);
    return {
      giveawayLogsChannelId: logChannelId,
      giveawayManagerRoles: [...managerRoles],
      giveawayManagersMayEnter: managersMayEnter || null,
    };
  },
  async check(ctx, serverId, { giveawayLogsChannelId: logChannelId }) {
    if (logChannelId) await requirePlanFlags(ctx, serverId, ['GiveawayLogs']);
  },
  async write(_ctx, tx, serverId, body) {
    const {
      giveawayLogsChannelId: logChannelId,
      giveawayManagerRoles: managerRoles,
      giveawayManagersMayEnter: managersMayEnter,
    } = body;
    const change = {
      ...(logChannelId === undefined ? {} : { logChannelId }),
      ...(managerRoles === undefined ? {} : { managerRoles }),
      ...(managersMayEnter === undefined ? {} : { managersMayEnter: managersMayEnter === true }),
    };
    if (Object.keys(change).length > 0) await saveSettings(tx, serverId, change);
  },
};

import type { GuildSettingsBody } from '@tally/contract';
import { AppError, say } from '@tally/kernel';
import { requirePlanFlags } from '../../message-editor/index.ts';
import type { GuildParts } from '../../servers/index.ts';
import { findSettings, saveSettings } from '../store/places.ts';
import type { SettingsRow } from '../tables.ts';

type Settings = Omit<SettingsRow, 'serverId'>;

const nothing: Settings = { enabled: null, channelId: null, roleId: null, ping: null };

/** Birthdays as they travel with the server itself. */
export const birthdayPart: GuildParts = {
  keys: ['birthdayEnabled', 'birthdayChannelId', 'birthdayRoleId', 'birthdayPing'],
  async read(_ctx, db, serverId) {
    const { enabled, channelId, roleId, ping } = (await findSettings(db, serverId)) ?? nothing;
    return { birthdayEnabled: enabled, birthdayChannelId: channelId, birthdayRoleId: roleId, birthdayPing: ping };
  },
  async check(ctx, serverId, patch) {
    const change = changeOf((await findSettings(ctx.db, serverId)) ?? nothing, patch);
    // What a plan does not hold any more can still be switched off, and sent back as it was.
    if (Object.values(change).some(Boolean)) await requirePlanFlags(ctx, serverId, ['BirthdayNotifications']);
  },
  async write(ctx, tx, serverId, patch) {
    const former = (await findSettings(tx, serverId)) ?? nothing;
    const change = changeOf(former, patch);
    if (Object.keys(change).length === 0) return;
    const { enabled, channelId, roleId } = { ...former, ...change };
    // A role alone is a birthday as well; with neither nothing would ever be seen.
    if (enabled && !channelId && !roleId)
      throw new AppError('invalidFields', {}, [`birthdayChannelId: ${say(ctx.locale, 'fields.missing')}`]);
    await saveSettings(tx, serverId, change);
  },
};

/** What is sent and differs. */
function changeOf(former: Settings, patch: Partial<GuildSettingsBody>): Partial<Settings> {
  const sent: { readonly [K in keyof Settings]: Settings[K] | undefined } = {
    enabled: patch.birthdayEnabled,
    channelId: patch.birthdayChannelId,
    roleId: patch.birthdayRoleId,
    ping: patch.birthdayPing,
  };
  return Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => value !== undefined && value !== former[key as keyof Settings]),
  );
}

import type { GuildSettings, GuildSettingsBody } from '@tally/contract';
import { AppError, say } from '@tally/kernel';
import { newPartsOf } from '../../places/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import { type GuildParts } from '../../settings/index.ts';
import { findSettings, saveSettings, settingColumns } from '../store/places.ts';
import type { SettingsRow } from '../tables.ts';

type Settings = Omit<SettingsRow, 'serverId'>;
type WireName<K extends string> = `birthday${Capitalize<K>}`;

/** Prefixes a column's name for the wire: `channelId` becomes `birthdayChannelId`. */
const onWire = <K extends string>(column: K) =>
  `birthday${column.charAt(0).toUpperCase()}${column.slice(1)}` as WireName<K>;

const keys = settingColumns.map(onWire) satisfies (keyof GuildSettings)[];
const nothing = Object.fromEntries(settingColumns.map((column) => [column, null])) as Settings;

export const birthdayPart: GuildParts = {
  keys,
  async read(_ctx, db, serverId) {
    const row = (await findSettings(db, serverId)) ?? nothing;
    return Object.fromEntries(settingColumns.map((column) => [onWire(column), row[column]]));
  },
  async check(ctx, serverId, patch) {
    const change = newPartsOf(sentIn(patch), await findSettings(ctx.db, serverId));
    // Without the plan, a setting may still be switched off or sent back unchanged.
    if (Object.values(change).some(Boolean)) await requirePlanFlags(ctx, serverId, ['BirthdayNotifications']);
  },
  async write(ctx, tx, serverId, patch) {
    const former = (await findSettings(tx, serverId)) ?? nothing;
    const change = newPartsOf(sentIn(patch), former);
    if (Object.keys(change).length === 0) return;
    const { enabled, channelId, roleId } = { ...former, ...change };
    // A role alone is enough, but without a role and a channel the feature would do nothing.
    if (enabled && !channelId && !roleId)
      throw new AppError('invalidFields', {}, [`birthdayChannelId: ${say(ctx.locale, 'fields.missing')}`]);
    await saveSettings(tx, serverId, change);
  },
};

const sentIn = (patch: Partial<GuildSettingsBody>): Partial<Settings> =>
  Object.fromEntries(
    settingColumns.flatMap((column) => {
      const sent = patch[onWire(column)];
      return sent === undefined ? [] : [[column, sent]];
    }),
  );

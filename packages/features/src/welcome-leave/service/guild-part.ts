import type { GuildSettingsBody, PremiumFlag, ServerId, TextKey } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { recountMembers, requirePlanFlags } from '../../servers/index.ts';
import { type GuildParts } from '../../settings/index.ts';
import { stopWaiting } from '../store/arrivals.ts';
import { findSettings, saveSettings } from '../store/settings.ts';
import type { Settings } from '../tables.ts';
import { forgetActive } from './arrive.ts';
import { requireCardPicture } from './card-picture.ts';

const keys = [
  'welcomeEnabled',
  'welcomeChannelId',
  'welcomeCard',
  'welcomePing',
  'welcomeTrigger',
  'welcomeRoleId',
  'leaveEnabled',
  'leaveChannelId',
  'leaveCard',
  'cardBackground',
  'cardPicture',
] as const satisfies readonly (keyof GuildSettingsBody & keyof Settings)[];

const nothing = Object.fromEntries(keys.map((key) => [key, null])) as Settings;

/** The welcome and leave messages as part of the server's settings. */
export const greetingPart: GuildParts = {
  keys,
  read: async (_ctx, db, serverId) => (await findSettings(db, serverId)) ?? nothing,
  async check(ctx, serverId, patch) {
    const change = changeOf((await findSettings(ctx.db, serverId)) ?? nothing, patch);
    // A setting beyond the plan may still be switched off, or be sent back unchanged.
    if (Object.values(change).some(Boolean)) await requirePlanFlags(ctx, serverId, ['WelcomeAndLeaveNotifications']);
    if (change.cardPicture) await requireCardPicture(ctx, serverId, change.cardPicture);
  },
  async write(ctx, tx, serverId, patch) {
    const former = (await findSettings(tx, serverId)) ?? nothing;
    const change = changeOf(former, patch);
    if (Object.keys(change).length === 0) return;
    const settings = { ...former, ...change };
    requireChannels(ctx, settings);
    if (!isActive(former) && isActive(settings)) {
      await recountMembers(tx, serverId);
      await stopWaiting(tx, serverId);
    }
    await saveSettings(tx, serverId, change);
    await forgetActive(ctx);
  },
};

/** Returns the submitted fields that differ. A key that is null on both sides counts as unchanged. */
function changeOf(former: Settings, patch: Partial<GuildSettingsBody>): Partial<Settings> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const sent = patch[key];
      return sent === undefined || sent === former[key] ? [] : [[key, sent]];
    }),
  );
}

/** Refuses a switch without a channel, because it would only appear to work. */
function requireChannels(ctx: Ctx, settings: Settings): void {
  const missing = [
    ...(settings.welcomeEnabled && !settings.welcomeChannelId ? ['welcomeChannelId'] : []),
    ...(settings.leaveEnabled && !settings.leaveChannelId ? ['leaveChannelId'] : []),
  ];
  const key: TextKey = 'fields.missing';
  if (missing.length > 0)
    throw new AppError(
      'invalidFields',
      {},
      missing.map((field) => `${field}: ${say(ctx.locale, key)}`),
    );
}

export async function flagsInUse(ctx: Ctx, serverId: ServerId): Promise<readonly PremiumFlag[]> {
  return isActive((await findSettings(ctx.db, serverId)) ?? nothing) ? ['WelcomeAndLeaveNotifications'] : [];
}

const isActive = (settings: Settings): boolean =>
  Boolean(settings.welcomeEnabled || settings.leaveEnabled || settings.welcomeRoleId);

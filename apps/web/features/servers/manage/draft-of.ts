import type { LocaleValue } from '@tally/contract/account/calls';
import type { BrandingSwitch } from '@tally/contract/branding/calls';
import type { QuietHours } from '@tally/contract/overrides/quiet-hours';
import type { GuildInfo } from '@tally/contract/servers/calls';

/** Where our name currently appears. The other switches belong to features that do not post yet. */
export const brandingAreas = [
  'notifications',
  'vods',
  'clips',
  'birthday',
  'welcomeLeave',
  'starboard',
  'stickyMessage',
  'watchOnButton',
] as const satisfies BrandingSwitch[];
export type BrandingArea = (typeof brandingAreas)[number];

/** A server's general settings as one draft. */
export interface GeneralDraft {
  readonly locale: LocaleValue;
  readonly quietHours: QuietHours | null;
  readonly ignoreIfNotCatchedByOverride: boolean;
  readonly fixKickLinks: boolean;
  readonly isListed: boolean;
  /** The delay in seconds; null for the default. */
  readonly stickyMessageDelaySeconds: number | null;
  readonly newStreamerChannelId: GuildInfo['newStreamerChannelId'];
  readonly newStreamerPingRoleId: GuildInfo['newStreamerPingRoleId'];
  /** True for areas where our name is hidden. */
  readonly disableBranding: Readonly<Record<BrandingArea, boolean>>;
}
type GeneralField = keyof GeneralDraft;

type Settings = Pick<GuildInfo, GeneralField>;

export const draftOf = (server: Settings): GeneralDraft => ({
  locale: server.locale,
  quietHours: server.quietHours,
  ignoreIfNotCatchedByOverride: server.ignoreIfNotCatchedByOverride ?? false,
  fixKickLinks: server.fixKickLinks ?? false,
  isListed: server.isListed ?? false,
  stickyMessageDelaySeconds: server.stickyMessageDelaySeconds,
  newStreamerChannelId: server.newStreamerChannelId,
  newStreamerPingRoleId: server.newStreamerPingRoleId,
  // The keys are typed by the list that also defines the type.
  disableBranding: Object.fromEntries(
    brandingAreas.map((area) => [area, server.disableBranding?.[area] ?? false]),
  ) as GeneralDraft['disableBranding'],
});

export const stickyDelay = { min: 0, max: 3600, usual: 5 } as const;

/** True if the draft hides our name in a new place. Places hidden under a previous plan may stay hidden. */
export const hidesMore = (now: GeneralDraft, saved: GeneralDraft): boolean =>
  brandingAreas.some((area) => now.disableBranding[area] && !saved.disableBranding[area]);

/** Finds delays that the API would reject. */
export const isBadDelay = (seconds: number | null): boolean =>
  seconds !== null && (!Number.isInteger(seconds) || seconds < stickyDelay.min || seconds > stickyDelay.max);

export const isGeneralDraft = (value: unknown): value is GeneralDraft =>
  typeof value === 'object' &&
  value !== null &&
  'locale' in value &&
  typeof value.locale === 'string' &&
  'quietHours' in value &&
  'stickyMessageDelaySeconds' in value &&
  'newStreamerChannelId' in value &&
  'disableBranding' in value &&
  typeof value.disableBranding === 'object';

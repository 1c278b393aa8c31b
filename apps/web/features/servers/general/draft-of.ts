import type { LocaleValue } from '@tally/contract/account';
import type { BrandingSwitch } from '@tally/contract/branding';
import type { QuietHours } from '@tally/contract/quiet-hours';
import type { GuildInfo, GuildPatch } from '@tally/contract/servers';

/** Where our name shows today; the other switches belong to features that post nothing yet. */
export const brandingAreas = ['notifications', 'vods', 'clips', 'watchOnButton'] as const satisfies BrandingSwitch[];
export type BrandingArea = (typeof brandingAreas)[number];

/** What one draft of a server's general settings holds. */
export interface GeneralDraft {
  readonly locale: LocaleValue;
  readonly quietHours: QuietHours | null;
  readonly ignoreIfNotCatchedByOverride: boolean;
  /** True: our name does not show there. */
  readonly disableBranding: Readonly<Record<BrandingArea, boolean>>;
}
export type GeneralField = keyof GeneralDraft;

type Settings = Pick<GuildInfo, GeneralField>;

export const draftOf = (server: Settings): GeneralDraft => ({
  locale: server.locale,
  quietHours: server.quietHours,
  ignoreIfNotCatchedByOverride: server.ignoreIfNotCatchedByOverride ?? false,
  disableBranding: {
    notifications: server.disableBranding?.notifications ?? false,
    vods: server.disableBranding?.vods ?? false,
    clips: server.disableBranding?.clips ?? false,
    watchOnButton: server.disableBranding?.watchOnButton ?? false,
  },
});

/** Only what was changed is sent, on the version that it was changed on. */
export const patchOf = (draft: GeneralDraft, changed: readonly GeneralField[], version: number): GuildPatch => ({
  version,
  ...Object.fromEntries(changed.map((field) => [field, draft[field]])),
});

/** Somebody else's settings with our changes on top. */
export const withOurs = (theirs: GeneralDraft, ours: GeneralDraft, changed: readonly GeneralField[]): GeneralDraft => ({
  ...theirs,
  ...Object.fromEntries(changed.map((field) => [field, ours[field]])),
});

export const isGeneralDraft = (value: unknown): value is GeneralDraft =>
  typeof value === 'object' &&
  value !== null &&
  'locale' in value &&
  typeof value.locale === 'string' &&
  'quietHours' in value &&
  'disableBranding' in value &&
  typeof value.disableBranding === 'object';

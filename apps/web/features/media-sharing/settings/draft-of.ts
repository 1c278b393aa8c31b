import {
  type MediaCommandPermission,
  type MediaShare,
  type MediaShareBody,
  type MediaShareCommand,
  type MediaSharePermission,
  MediaShareSettings,
  mediaShareCommands,
  usualMediaPermission,
} from '@tally/contract/media-sharing/settings';
import { emptyOf } from '@tally/contract/wire/fields';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import type { Stored } from '../../../lib/drafts/record-draft.ts';

const usual = emptyOf(MediaShareSettings);

/** The number fields of the form, with the limits from the API contract. */
export const numbers = {
  queueLimit: { min: 1, max: 200 },
  perPerson: { min: 1, max: 50 },
  perSupporter: { min: 1, max: 50 },
  secondsBetween: { min: 0, max: 3600 },
  longestSeconds: { min: 10, max: 3600 },
  longestShortSeconds: { min: 10, max: 600 },
  leastAccountDays: { min: 0, max: 365 },
  fewestViews: { min: 0, max: 2_147_483_647 },
  repeatAfterMinutes: { min: 0, max: 10_080 },
  votePercent: { min: 1, max: 100 },
} as const satisfies Partial<Record<keyof MediaShareSettings, { min: number; max: number }>>;
export type NumberName = keyof typeof numbers;
export const numberNames = Object.keys(numbers) as NumberName[];

export const usualNumber = (name: NumberName): number => usual[name];

type Same = Omit<MediaShareSettings, NumberName | 'volume' | 'bannedWords'>;

/** All settings except the volume, which applies immediately, and the password, which the API never returns. */
export interface SettingsDraft extends Same, Record<NumberName, number | null> {
  readonly enabled: boolean;
  readonly permissions: MediaCommandPermission[];
  /** The banned words, one per line. */
  readonly bannedWords: string;
}

export function draftOf(share: MediaShare | null): SettingsDraft {
  const { volume: _, bannedWords, ...settings } = share?.settings ?? usual;
  return {
    ...settings,
    enabled: share?.enabled ?? false,
    permissions: permissionsOf(share?.permissions ?? []),
    bannedWords: bannedWords.join('\n'),
  };
}

export const storedOf = (share: MediaShare | null): Stored<SettingsDraft> => ({
  value: draftOf(share),
  version: share?.version ?? NO_RECORD,
});

/** One row per command, in the order of the contract. A command without a setting shows the default. */
const permissionsOf = (stored: readonly MediaCommandPermission[]): MediaCommandPermission[] =>
  mediaShareCommands.map((command) => stored.find((each) => each.command === command) ?? usualOf(command));

const usualOf = (command: MediaShareCommand): MediaCommandPermission => ({
  command,
  onKick: usualMediaPermission(command),
  onTwitch: usualMediaPermission(command),
});

export const wordsIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Returns only the changed fields. An empty number field resets the number to its default. */
export function bodyOf({
  value,
  changed,
  version,
}: {
  value: SettingsDraft;
  changed: readonly (keyof SettingsDraft)[];
  version: string;
}): MediaShareBody {
  const settings: Record<string, unknown> = {};
  const body: MediaShareBody = { version };
  for (const field of changed) {
    if (field === 'enabled') body.enabled = value.enabled;
    else if (field === 'permissions') body.permissions = value.permissions;
    else if (field === 'bannedWords') settings[field] = wordsIn(value.bannedWords);
    else settings[field] = value[field] ?? usual[field];
  }
  return Object.keys(settings).length === 0 ? body : { ...body, settings };
}

export const isBadNumber = (name: NumberName, value: number | null): boolean =>
  value !== null && (!Number.isInteger(value) || value < numbers[name].min || value > numbers[name].max);

export const mostWords = { lines: 200, letters: 100 } as const;

export const areBadWords = (lines: string): boolean => {
  const words = wordsIn(lines);
  return words.length > mostWords.lines || words.some((word) => word.length > mostWords.letters);
};

export const isBadPrefix = (prefix: string): boolean => !/^\S{1,5}$/u.test(prefix);

/** True if the API would reject the draft. */
export const hasProblems = (draft: SettingsDraft): boolean =>
  numberNames.some((name) => isBadNumber(name, draft[name])) ||
  areBadWords(draft.bannedWords) ||
  isBadPrefix(draft.prefix);

export const isSettingsDraft = (value: unknown): value is SettingsDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(draftOf(null)).every((key) => key in value) &&
  'bannedWords' in value &&
  typeof value.bannedWords === 'string' &&
  'permissions' in value &&
  Array.isArray(value.permissions);

export type ChatName = 'onKick' | 'onTwitch';

/** "Everyone" includes all other groups. Turning it off leaves the others unchanged. */
export function toggled(
  permissions: readonly MediaCommandPermission[],
  { command, chat, level }: { command: MediaShareCommand; chat: ChatName; level: MediaSharePermission },
): MediaCommandPermission[] {
  return permissions.map((each) => {
    if (each.command !== command) return each;
    const levels = each[chat];
    const next = levels.includes(level) ? levels.filter((other) => other !== level) : [...levels, level];
    return { ...each, [chat]: next };
  });
}

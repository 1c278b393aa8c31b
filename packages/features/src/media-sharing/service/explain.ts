import type { Locale, MediaReason } from '@tally/contract';
import { say } from '@tally/kernel';
import type { ItemRow } from '../tables.ts';

/** A refusal with numbers that explain what to change, or when to try again. */
export interface Refusal {
  readonly reason: MediaReason;
  readonly values?: Readonly<Record<string, number>>;
}

/** A refusal for one of these reasons can explain itself with numbers. */
const withFigures = new Set<MediaReason>([
  'tooSoon',
  'playedLately',
  'tooLong',
  'tooManyOfYours',
  'queueFull',
  'tooFewViews',
  'accountTooYoung',
]);

export const sayRefusal = (locale: Locale, { reason, values }: Refusal): string =>
  values && withFigures.has(reason)
    ? say(locale, `mediaSharing.refused_${reason as 'tooSoon'}`, values)
    : sayReason(locale, reason);

export const sayReason = (locale: Locale, reason: MediaReason): string => say(locale, `mediaSharing.reason_${reason}`);

/** Explains why an item ended. A moderator's own words take precedence over ours. */
export const explain = (locale: Locale, { reason, words }: Pick<ItemRow, 'reason' | 'words'>): string | null =>
  words ?? (reason && sayReason(locale, reason));

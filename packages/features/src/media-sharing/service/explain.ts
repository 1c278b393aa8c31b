import type { Locale, MediaReason } from '@tally/contract';
import { say } from '@tally/kernel';
import type { ItemRow } from '../tables.ts';

/** A refusal with its numbers, so the person knows what to change or when to come back. */
export interface Refusal {
  readonly reason: MediaReason;
  readonly values?: Readonly<Record<string, number>>;
}

/** Refusals that can be explained with figures right after they happen. */
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

/** For ended items: a moderator's own words take precedence over ours. */
export const explain = (locale: Locale, { reason, words }: Pick<ItemRow, 'reason' | 'words'>): string | null =>
  words ?? (reason && sayReason(locale, reason));

import { useTranslations } from 'next-intl';
import type { FieldErrors } from '../field-errors.ts';
import { type RuleDraft, wordsOf } from './draft-of.ts';

/** The API's limits of a rule. */
export const MOST_WORDS = 50;
export const MOST_LETTERS = 200;
export const MOST_MINUTES = 10_080;

interface ProblemWords {
  readonly tooManyWords: (limit: number) => string;
  readonly longWord: (number: number, limit: number) => string;
  readonly duration: (limit: number) => string;
  readonly noCondition: string;
}

/** Finds errors that the API would report, before a save. Only the API checks patterns. */
export function problemsOf(draft: RuleDraft, words: ProblemWords): FieldErrors {
  const lines = wordsOf(draft.words);
  const long = lines.findIndex((line) => line.length > MOST_LETTERS);
  const { durationMinutes: minutes } = draft;
  const isBadDuration = minutes !== null && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES);
  const query =
    lines.length > MOST_WORDS
      ? words.tooManyWords(MOST_WORDS)
      : long >= 0
        ? words.longWord(long + 1, MOST_LETTERS)
        : lines.length === 0 && draft.applyTo.length === 0
          ? words.noCondition
          : undefined;
  return {
    ...(query === undefined ? {} : { query }),
    ...(isBadDuration ? { durationMinutes: words.duration(MOST_MINUTES) } : {}),
  };
}

export function useProblems(draft: RuleDraft): FieldErrors {
  const t = useTranslations('overrides.problems');
  return problemsOf(draft, {
    tooManyWords: (limit) => t('tooManyWords', { limit }),
    longWord: (number, limit) => t('longWord', { number, limit }),
    duration: (limit) => t('duration', { limit }),
    noCondition: t('noCondition'),
  });
}

import type { QuietHours } from '@tally/contract/overrides/quiet-hours';
import type { useTranslations } from 'next-intl';
import { timeOfDay, zoneName } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';

export type QuietWords = ReturnType<typeof useTranslations<'servers.general'>>;

/** Explains the quiet hours in one plain sentence. */
export function quietSentence(quiet: QuietHours | null, t: QuietWords, locale: string): string {
  if (!quiet?.enabled) return t('quiet.off');
  if (isSameTime(quiet)) return t('quiet.same');
  const { from, until, mode } = quiet;
  // Times always read from left to right.
  const values = {
    from: isolated(timeOfDay(from, locale)),
    until: isolated(timeOfDay(until, locale)),
    zone: isolated(zoneName(quiet.timeZone)),
  };
  return t(`quiet.${mode}${until < from ? 'Night' : ''}`, values);
}

export const isSameTime = ({ from, until }: Pick<QuietHours, 'from' | 'until'>): boolean => from === until;

import type { ComponentState, StatusHistory } from '@tally/contract/status/history';
import { getLocale, getTranslations } from 'next-intl/server';
import { Badge, type Tone } from '../../../ui/badge.tsx';

export const stateTones: Record<ComponentState, Tone> = {
  operational: 'ok',
  unknown: 'neutral',
  maintenance: 'info',
  degraded: 'warn',
  partial: 'warn',
  major: 'danger',
};

/** Shows the overall state in one line. Null means that the API did not answer. */
export async function Headline({ headline }: { headline: StatusHistory['headline'] | null }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('status'),
    getTranslations('shell.incident.components'),
    getLocale(),
  ]);
  const state = headline?.state ?? 'major';
  const affected = new Intl.ListFormat(locale).format((headline?.components ?? []).map((each) => words(each)));
  const isAbout = state !== 'operational' && state !== 'unknown';
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 text-lead">
      <Badge tone={stateTones[state]}>
        {isAbout && headline
          ? t('headline.about', { components: affected, state: t(`history.states.${state}`) })
          : t(headline ? `history.states.${state}` : 'headline.noAnswer')}
      </Badge>
      {t(headline ? `headline.texts.${state}` : 'headline.noAnswerText')}
    </p>
  );
}

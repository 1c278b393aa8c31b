'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { platformName } from '../../lib/words/platform-names.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

export function useCounterFields(): FieldWords {
  const t = useTranslations('stat-counters');
  const nameOf = namesFrom(t);
  return (field) => ({
    name: nameOf(field) ?? field,
    choiceOf: (value) =>
      field === 'type' ? wordIn(t, `types.${value}`) : field === 'platform' ? platformName(value) : undefined,
  });
}

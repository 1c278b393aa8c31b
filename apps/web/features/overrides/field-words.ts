'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { platformName } from '../../lib/words/platform-names.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

const shownAs: Readonly<Record<string, string>> = { words: 'query', actions: 'outcome' };

export function useRuleFields(): FieldWords {
  const t = useTranslations('overrides');
  const nameOf = namesFrom(t);
  const choices: Readonly<Record<string, (value: string) => string | undefined>> = {
    applyTo: platformName,
    queryIn: (value) => wordIn(t, `places.${value}`),
    actions: (value) => wordIn(t, `outcomes.${value}`) ?? wordIn(t, `publishing.${value}`),
  };
  return (field) => ({ name: nameOf(shownAs[field] ?? field) ?? field, choiceOf: (value) => choices[field]?.(value) });
}

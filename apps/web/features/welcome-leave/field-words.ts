'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

export function useWelcomeFields(): FieldWords {
  const t = useTranslations('welcome-leave');
  const nameOf = namesFrom(t);
  return (field) => ({
    name: nameOf(field) ?? field,
    choiceOf: (value) => {
      if (field === 'welcomeTrigger') return wordIn(t, `triggers.${value}`);
      return field === 'cardBackground' ? wordIn(t, `backgrounds.${value}`) : undefined;
    },
  });
}

'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

export function useGiveawayFields(): FieldWords {
  const nameOf = namesFrom(useTranslations('giveaways'));
  return (field) => ({ name: nameOf(field) ?? field });
}

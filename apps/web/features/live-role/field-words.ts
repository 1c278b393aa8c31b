'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

const shownAs: Readonly<Record<string, string>> = { mode: 'filter', roles: 'filterRoles' };

export function useRoleFields(): FieldWords {
  const t = useTranslations('live-role');
  const nameOf = namesFrom(t);
  const name = (field: string) => nameOf(shownAs[field] ?? field) ?? field;
  return (field) => ({
    name: name(field),
    partOf: ([part]) => (part === 'roles' ? [name('roles')] : []),
    choiceOf: (value, [part = field]) => (part === 'mode' ? wordIn(t, `modes.${value}`) : undefined),
  });
}

'use client';

import type { Deed, DeedChange, DeedValue } from '@tally/contract/admin/people';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, fullCount } from '../../../lib/words/format.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import type { ChangeRow } from '../../../shell/drafts/change-rows.tsx';

/** The object of a line as plain text, for lists without links. */
export const subjectOf = ({ title, person, server, about }: Deed): string =>
  [title, person && (person.username ?? person.userId), server && (server.name ?? server.serverId)]
    .filter((part) => part !== null)
    .join(' · ') || Object.values(about).join(' ');

export function useSayChange(): (change: DeedChange) => ChangeRow {
  const t = useTranslations('admin');
  const limits = useTranslations('premium.limits');
  const locale = useLocale();
  const sayValue = (value: DeedValue): string => {
    if (value === null) return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'audit.on' : 'audit.off');
    if (typeof value === 'number') return fullCount(value, locale);
    if (typeof value === 'object') return t('audit.characters', { count: value.characters });
    return MOMENT.test(value) ? dateTime(new Date(value), locale) : value;
  };
  return ({ field, before, after }) => ({
    name: wordIn(t, `fields.${field}`) ?? wordIn(limits, field) ?? field,
    from: sayValue(before),
    to: sayValue(after),
  });
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { date } from '../../../lib/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TextsScreen } from '../../admin/texts-screen.tsx';
import { allNewsQuery } from '../api.ts';

export function ChangelogsScreen() {
  const t = useTranslations('news.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(allNewsQuery());
  return (
    <TextsScreen
      home="news.admin"
      path="/admin/changelogs"
      error={error}
      refetch={refetch}
      rows={data?.map(({ identifier, title, date: day, isPublic, isImported, changes }) => ({
        id: identifier,
        title,
        about: `${date(day, locale)} · ${t('changes', { count: changes.length })}`,
        badges: (
          <>
            {isImported && <Badge>{t('imported')}</Badge>}
            <Badge tone={isPublic ? 'ok' : 'warn'}>{t(isPublic ? 'public' : 'draft')}</Badge>
          </>
        ),
      }))}
    />
  );
}

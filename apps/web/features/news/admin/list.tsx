'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { date } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { TextRows } from '../../admin/text-rows.tsx';
import { allNewsQuery } from '../api.ts';

export function ChangelogsScreen() {
  const t = useTranslations('news.admin');
  const add = (
    <ButtonLink variant="primary" href="/admin/changelogs/new">
      <Icon of={Plus} />
      {t('add')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <List />
    </>
  );
}

function List() {
  const t = useTranslations('news.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(allNewsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <TextRows
      rows={data.map(({ identifier, title, date: day, isPublic, isImported, changes }) => ({
        href: `/admin/changelogs/${identifier}`,
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

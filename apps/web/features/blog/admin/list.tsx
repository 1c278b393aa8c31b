'use client';

import type { BlogInDetail } from '@tally/contract/blog/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { date, dateTime, fullCount } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { TextRows } from '../../admin/text-rows.tsx';
import { allBlogsQuery } from '../api.ts';

export function BlogsScreen() {
  const t = useTranslations('blog.admin');
  const add = (
    <ButtonLink variant="primary" href="/admin/blogs/new">
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
  const t = useTranslations('blog.admin');
  const locale = useLocale();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(allBlogsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  const blogs = data.pages.flat();
  if (blogs.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  const aboutOf = ({ createdAt, views, reactionsCount }: BlogInDetail) =>
    [
      date(createdAt, locale),
      t('views', { count: views ?? 0, shown: fullCount(views ?? 0, locale) }),
      t('reactions', { count: reactionsCount ?? 0, shown: fullCount(reactionsCount ?? 0, locale) }),
    ].join(' · ');
  return (
    <>
      <TextRows
        rows={blogs.map((blog) => ({
          href: `/admin/blogs/${blog.identifier}`,
          title: blog.title,
          about: aboutOf(blog),
          badges: (
            <>
              {blog.isPinned && <Badge>{t('pinned')}</Badge>}
              <State blog={blog} />
            </>
          ),
        }))}
      />
      {hasNextPage && (
        <Button className="mt-6" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function State({ blog: { isPublic, publishAt } }: { blog: BlogInDetail }) {
  const t = useTranslations('blog.admin');
  const locale = useLocale();
  if (!isPublic) return <Badge tone="warn">{t('draft')}</Badge>;
  if (isAhead(publishAt)) return <Badge tone="info">{t('waits', { at: dateTime(publishAt, locale) })}</Badge>;
  return <Badge tone="ok">{t('public')}</Badge>;
}

export const isAhead = (publishAt: Date | null): publishAt is Date =>
  publishAt !== null && publishAt.getTime() > Date.now();

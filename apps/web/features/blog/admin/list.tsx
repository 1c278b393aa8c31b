'use client';

import type { BlogInDetail } from '@tally/contract/blog/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { date, dateTime, fullCount } from '../../../lib/words/format.ts';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { TextsScreen } from '../../admin/texts-screen.tsx';
import { allBlogsQuery } from '../api.ts';

export function BlogsScreen() {
  const t = useTranslations('blog.admin');
  const locale = useLocale();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(allBlogsQuery());
  const aboutOf = ({ createdAt, views, reactionsCount }: BlogInDetail) =>
    [
      date(createdAt, locale),
      t('views', { count: views ?? 0, shown: fullCount(views ?? 0, locale) }),
      t('reactions', { count: reactionsCount ?? 0, shown: fullCount(reactionsCount ?? 0, locale) }),
    ].join(' · ');
  return (
    <TextsScreen
      home="blog.admin"
      path="/admin/blogs"
      error={error}
      refetch={refetch}
      rows={data?.pages.flat().map((blog) => ({
        id: blog.identifier,
        title: blog.title,
        about: aboutOf(blog),
        badges: (
          <>
            {blog.isPinned && <Badge>{t('pinned')}</Badge>}
            <State blog={blog} />
          </>
        ),
      }))}
      more={
        <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-6">
          {t('more')}
        </MoreButton>
      }
    />
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

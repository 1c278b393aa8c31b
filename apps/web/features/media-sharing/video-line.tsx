'use client';

import type { MediaItem, PublicMediaItem } from '@tally/contract/media-views';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { date, shortCount } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { isolated } from './format.ts';
import { VideoPicture } from './picture.tsx';

/** What a video is called in sentences and for those who hear the page. */
export function useTitle(): (item: Pick<MediaItem, 'title'>) => string {
  const t = useTranslations('media-sharing.item');
  return ({ title }) => (title === null ? t('untitled') : isolated(title));
}

/** A video in a list: its picture, what it is, and from whom. All of it is foreign text. */
export function VideoLine({
  item,
  under,
  badges,
  isTall = false,
}: {
  item: Pick<MediaItem, 'title' | 'author' | 'picture' | 'lengthSeconds' | 'kind' | 'url'> &
    Partial<Pick<MediaItem, 'state'>>;
  /** Below author and kind. */
  under?: ReactNode;
  badges?: ReactNode;
  /** The picture is as large as there is room. */
  isTall?: boolean;
}) {
  const t = useTranslations('media-sharing');
  const titleOf = useTitle();
  // It may never have existed: then its address is all that is known of it.
  const isRefused = item.state === 'refused';
  return (
    <div className="flex min-w-0 flex-1 gap-3">
      <VideoPicture video={item} className={isTall ? 'w-28 sm:w-40' : 'w-20 sm:w-24'} />
      <div className="min-w-0 flex-1">
        <a
          href={item.url}
          target="_blank"
          // The page of a video learns nothing of this one.
          rel="noreferrer noopener"
          aria-label={t('item.open', { title: titleOf(item) })}
          className="rounded-mark font-semibold hover:underline"
        >
          {/* It stands where the page begins, whichever way it runs itself. */}
          <span className="line-clamp-2 wrap-anywhere">
            <bdi>{item.title ?? (isRefused ? item.url.replace('https://', '') : t('item.untitled'))}</bdi>
          </span>
        </a>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-small">
          <span>{t(`kinds.${item.kind}`)}</span>
          {item.author !== null && <bdi className="min-w-0 truncate">{item.author}</bdi>}
          {item.lengthSeconds === null && !isRefused && <span>{t('item.lengthUnknown')}</span>}
          {badges}
        </p>
        {under}
      </div>
    </div>
  );
}

/** Who wants it, from where, and how that went before. */
export function SenderLine({ item, withRecord = false }: { item: MediaItem; withRecord?: boolean }) {
  const t = useTranslations('media-sharing');
  const { sender, record } = item;
  if (sender === null) return null;
  const isFirst = record.played + record.refused === 0;
  return (
    <p className="text-small wrap-anywhere">
      {t('item.fromWhere', { name: isolated(sender.name), place: t(`origins.${sender.origin}`) })}
      {withRecord && (
        <span className="text-muted">
          {' · '}
          {isFirst ? t('item.first') : t('item.record', { ...record })}
        </span>
      )}
    </p>
  );
}

/** What helps to judge a video that nobody has seen yet. */
export function FactsLine({ item }: { item: Pick<MediaItem, 'views' | 'publishedAt'> }) {
  const t = useTranslations('media-sharing.item');
  const locale = useLocale();
  const facts = [
    item.views !== null && t('views', { views: shortCount(item.views) }),
    item.publishedAt !== null && t('published', { date: date(item.publishedAt, locale) }),
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? null : <p className="text-muted text-small">{facts.join(' · ')}</p>;
}

export function FillerBadge({ item }: { item: Pick<PublicMediaItem, 'isFiller'> }) {
  const t = useTranslations('media-sharing.item');
  return item.isFiller ? <Badge>{t('filler')}</Badge> : null;
}

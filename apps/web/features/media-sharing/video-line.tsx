'use client';

import type { MediaItem, PublicMediaItem } from '@tally/contract/media-sharing/views';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { date, shortCount } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Badge } from '../../ui/badge.tsx';
import { VideoPicture } from './picture.tsx';

/** Returns a video's name for sentences and screen readers. */
export function useTitle(): (item: Pick<MediaItem, 'title'>) => string {
  const t = useTranslations('media-sharing.item');
  return ({ title }) => (title === null ? t('untitled') : isolated(title));
}

/** Shows a video in a list with picture, title and sender. All of it is untrusted text. */
export function VideoLine({
  item,
  under,
  badges,
  isTall = false,
}: {
  item: Pick<MediaItem, 'title' | 'author' | 'picture' | 'lengthSeconds' | 'kind' | 'url'> &
    Partial<Pick<MediaItem, 'state'>>;
  /** Content below the author and kind. */
  under?: ReactNode;
  badges?: ReactNode;
  /** True if the picture fills the available space. */
  isTall?: boolean;
}) {
  const t = useTranslations('media-sharing');
  const titleOf = useTitle();
  // A refused video may not exist, so only its URL is known.
  const isRefused = item.state === 'refused';
  return (
    <div className="flex min-w-0 flex-1 gap-3">
      <VideoPicture video={item} className={isTall ? 'w-28 sm:w-40' : 'w-20 sm:w-24'} />
      <div className="min-w-0 flex-1">
        <a
          href={item.url}
          target="_blank"
          // Hides this page's URL from the video's site.
          rel="noreferrer noopener"
          aria-label={t('item.open', { title: titleOf(item) })}
          className="rounded-mark font-semibold hover:underline"
        >
          {/* Aligned with the page, even if the title has the other text direction. */}
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

/** Shows the sender, where they requested the video, and their record. */
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

/** Shows facts that help to judge a video before watching it. */
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

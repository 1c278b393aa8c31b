'use client';

import type { MediaItem, MediaState } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { dateTime, moment } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input, mostLetters } from '../../../ui/fields/input.tsx';
import { historyQuery } from '../api.ts';
import { FillerBadge, SenderLine, VideoLine } from '../video-line.tsx';
import { Waiting } from '../waiting.tsx';

const tones: Partial<Record<MediaState, Tone>> = { played: 'ok', failed: 'danger', refused: 'warn' };

/** Lists the results of the last 30 days' requests. */
export function History({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing.history');
  const [search, setSearch] = useQueryState('search', parseAsString.withDefault(''));
  const list = useInfiniteQuery(historyQuery(userId, useCalm(search.trim())));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid gap-4">
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={mostLetters.search}
        value={search}
        onChange={({ target }) => void setSearch(target.value || null)}
        className="max-w-md"
      />
      {!list.data && (
        <Fetching {...list}>
          <Waiting />
        </Fetching>
      )}
      {list.data && items.length === 0 && (
        <EmptyState
          title={search === '' ? t('emptyTitle') : t('notFound')}
          text={search === '' ? t('emptyText') : undefined}
        />
      )}
      {items.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {items.map((item) => (
            <Row key={item.itemId} item={item} />
          ))}
        </ul>
      )}
      <MoreButton list={list} className="justify-self-start">
        {t('more')}
      </MoreButton>
    </div>
  );
}

function Row({ item }: { item: MediaItem }) {
  const t = useTranslations('media-sharing.history');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const at = item.endedAt ?? item.decidedAt ?? item.requestedAt;
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <VideoLine
        item={item}
        badges={
          <>
            <Badge tone={tones[item.state] ?? 'neutral'}>{t(`states.${item.state}`)}</Badge>
            <FillerBadge item={item} />
          </>
        }
        under={
          <>
            {item.explanation !== null && (
              <p className="text-small wrap-anywhere">
                <bdi>{item.explanation}</bdi>
              </p>
            )}
            <SenderLine item={item} />
            <p className="text-muted text-small">
              <time dateTime={at.toISOString()} title={dateTime(at, locale)}>
                {moment(at, now, locale)}
              </time>
              {item.decidedBy !== null && ` · ${t('by', { name: isolated(item.decidedBy) })}`}
            </p>
          </>
        }
      />
    </li>
  );
}

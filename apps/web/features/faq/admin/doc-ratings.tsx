'use client';

import { useQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { utcDate } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { docRatingsQuery } from '../api.ts';

/** Lists the handbook pages by their readers' ratings, the least helpful first. */
export function DocRatings() {
  const t = useTranslations('faq.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(docRatingsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('empty.docs')} />;
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {data.map(({ section, page, title, helpful, unhelpful, sentences }) => (
        <li key={`${section}/${page}`} className="border-b border-line px-4 py-3 last:border-b-0">
          <a href={`/docs/${section}/${page}`} className="font-semibold underline-offset-4 hover:underline">
            <bdi>{title}</bdi>
          </a>
          <p className="text-muted text-small">{t('rated', { helpful, unhelpful })}</p>
          <ul>
            {sentences.map((said, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- sentences have no id, and their rows keep no state
              <li key={at} className="mt-2 flex items-baseline gap-2">
                <Icon of={said.isHelpful ? ThumbsUp : ThumbsDown} size={14} className="text-muted" />
                <bdi lang={said.locale} className="min-w-0 wrap-anywhere">
                  {said.text}
                </bdi>
                <span className="shrink-0 text-muted text-small">{utcDate(new Date(said.day), locale)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { missedQuery } from '../api.ts';

/** Lists searches without results. We store the words, but not who searched. */
export function Missed({ onAdd }: { onAdd: (question: string) => void }) {
  const t = useTranslations('faq.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(missedQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('empty.missed')} />;
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {data.map((row) => (
        <li
          key={`${row.locale} ${row.question}`}
          className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
        >
          <span className="min-w-0 flex-1">
            <bdi lang={row.locale} className="block font-semibold wrap-anywhere">
              {row.question}
            </bdi>
            <span className="text-muted text-small">
              {t('searched', { times: row.times })} · {dateTime(row.lastAt, locale)}
            </span>
          </span>
          <IconButton
            icon={Plus}
            label={t('addThis', { question: row.question })}
            onClick={() => onAdd(row.question)}
          />
        </li>
      ))}
    </ul>
  );
}

'use client';

import type { Figures } from '@tally/contract/admin/calls';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { duration, fullCount, percent } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { cx } from '../../../ui/cx.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { figuresQuery } from '../api.ts';
import { Charts } from './charts.tsx';
import { Ranks } from './ranks.tsx';
import { chartNames, type Lookback, lookbacks, useShown } from './state.ts';

/** Recent figures compared with the period before. */
export function FiguresSection() {
  const t = useTranslations('admin.figures');
  const { days, look } = useShown();
  const { data, error, refetch, isPlaceholderData } = useQuery(figuresQuery(days));
  return (
    <section className="mb-6" aria-label={t('title')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-semibold text-title">{t('title')}</h2>
          <p className="text-muted">{t('text')}</p>
        </div>
        <Tabs
          label={t('lookback')}
          value={`${days}`}
          onChange={(value) => look(Number(value) as Lookback)}
          tabs={lookbacks.map((each) => ({ value: `${each}`, label: t('days', { count: each }) }))}
        />
      </div>
      {data ? (
        <div className={cx('grid gap-5', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
          <Tiles figures={data} />
          <Charts figures={data} />
          <Ranks figures={data} />
        </div>
      ) : (
        <Fetching error={error} refetch={refetch} className="h-[640px]" />
      )}
    </section>
  );
}

function Tiles({ figures: { totals, took } }: { figures: Figures }) {
  const t = useTranslations('admin.figures');
  const locale = useLocale();
  const { show } = useShown();
  const count = (value: number) => fullCount(value, locale);
  const time = (value: number | null) => (value === null ? '–' : duration(value, locale));
  const tiles = [
    { key: 'posted', of: 'posts', ...totals.posted, say: count },
    { key: 'failed', of: 'most-troubles', ...totals.failed, say: count },
    { key: 'p50', of: 'took', now: took.now.p50Ms, before: took.before.p50Ms, say: time },
    { key: 'commands', of: 'most-commands', ...totals.commands, say: count },
    { key: 'serversCame', of: 'servers', ...totals.serversCame, say: count },
    { key: 'peopleCame', of: 'people', ...totals.peopleCame, say: count },
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-6 border-line border-y py-6 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ key, of, now, before, say }) => (
        <div key={key} className="flex flex-col-reverse justify-end">
          <dt className="text-muted">
            {t(`tiles.${key}`)}
            <span className="figures block text-small">
              {t('before', { value: (say as (value: number | null) => string)(before) })}
              {change(now, before, locale)}
            </span>
          </dt>
          <dd className="wide text-head tabular-nums">
            {/* A press opens the table of the rows behind this sum. */}
            <a
              href={`#${of}`}
              onClick={(event) => {
                const chart = chartNames.find((name) => name === of);
                if (!chart) return;
                // The default action would set a new hash and undo the URL change that opens the table.
                event.preventDefault();
                show(chart);
                document.getElementById(of)?.scrollIntoView();
              }}
              className="underline decoration-line underline-offset-4 hover:decoration-text"
            >
              {(say as (value: number | null) => string)(now)}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats the change without a color, because only the reader knows whether an increase is good. */
function change(now: number | null, before: number | null, locale: string): string {
  if (!now || !before || now === before) return '';
  const share = (now - before) / before;
  return ` · ${share > 0 ? '+' : '−'}${percent(Math.abs(share), locale)}`;
}

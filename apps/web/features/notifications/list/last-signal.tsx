'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useLocale, useTranslations } from 'next-intl';
import { duration } from '../../../lib/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { SmallPath } from '../../../ui/node-path.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { hasTrouble, signalOf, steps } from '../signal.ts';
import { useReason } from '../use-reason.ts';

const ahead = steps.map((step) => ({ key: step, state: 'ahead' as const, label: step }));

/** Shows the last delivery as a path and in words: its progress, or why it failed. */
export function LastSignal({
  last,
  isPending,
  isPart = false,
  discord,
}: {
  last: JournalRow | undefined;
  isPending: boolean;
  /** True if only a part of the journal is loaded, in which case a missing row proves nothing. */
  isPart?: boolean;
  discord: DiscordGuildData | undefined;
}) {
  const t = useTranslations('notifications');
  const reasonOf = useReason(discord);
  if (isPending) return <Skeleton className="h-4 w-32" />;
  if (!last) {
    return (
      <span className="flex min-w-0 items-center gap-2.5 text-faint">
        <SmallPath nodes={ahead} />
        <span className="truncate text-small">{isPart ? t('noRecentSignal') : t('noSignal')}</span>
      </span>
    );
  }
  const nodes = signalOf(last).nodes.map(({ step, state }) => ({ key: step, state, label: step }));
  const outcome = t(`outcomes.${last.outcome ?? 'underway'}`);
  const isTold = hasTrouble(last);
  const words = (isTold && reasonOf(last)) || outcome;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <SmallPath nodes={nodes} />
      <span
        className={cx(
          'text-muted text-small @4xl:line-clamp-2',
          !isTold && '@max-4xl:truncate',
          (last.outcome === 'failed' || last.reason === 'pingsNobody') && 'text-warn',
        )}
        title={words}
      >
        {last.kind === 'test' ? t('test', { outcome: words }) : words}
      </span>
    </span>
  );
}

/** Shows the time from detection to the message. */
export function Took({ last }: { last: JournalRow | undefined }) {
  const t = useTranslations('notifications');
  const locale = useLocale();
  const tookMs = last ? signalOf(last).tookMs : null;
  if (tookMs === null) {
    return (
      <span className="figures text-end text-faint text-small @max-4xl:hidden">
        {last && !last.digest ? t('notPosted') : ''}
      </span>
    );
  }
  return (
    <span
      className={cx(
        'figures shrink-0 text-small whitespace-nowrap @4xl:text-end',
        last?.outcome === 'late' && 'text-warn',
      )}
    >
      <span className="sr-only">{t('columns.took')}: </span>
      {duration(tookMs, locale)}
    </span>
  );
}

'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../../lib/words/format.ts';
import { LastSignal, Took } from '../../list/last-signal.tsx';

/** Lists the posts for this streamer, or explains why there are none. */
export function JournalList({ rows, discord }: { rows: readonly JournalRow[]; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications.editor');
  const locale = useLocale();
  if (rows.length === 0) return <p className="text-muted">{t('noPostYet')}</p>;
  return (
    <ul className="@container">
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5 last:border-b-0"
        >
          <span className="figures w-44 shrink-0 text-muted text-small">{dateTime(row.times.detected, locale)}</span>
          <span className="w-16 shrink-0 text-small">{t(`kinds.${row.kind}`)}</span>
          <span className="min-w-40 flex-1">
            <LastSignal last={row} isPending={false} discord={discord} />
          </span>
          <Took last={row} />
        </li>
      ))}
    </ul>
  );
}

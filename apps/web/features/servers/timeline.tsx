'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { useInDiscord } from '../../lib/browser/use-links.ts';
import { clockTime, dateTime, dayName } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Failed } from '../../shell/failed.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { journalQuery } from '../notifications/api.ts';
import { Took } from '../notifications/list/last-signal.tsx';
import { shownName } from '../notifications/shown-name.ts';
import { hasTrouble } from '../notifications/signal.ts';
import { useReason } from '../notifications/use-reason.ts';
import { serverTools } from '../registry.ts';
import { todayQuery } from './api.ts';
import { type Entry, timelineOf } from './today.ts';

/** Shows past and upcoming events around the current time. */
export function Timeline({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const journal = useQuery(journalQuery(serverId));
  const today = useQuery(todayQuery(serverId));
  const now = new Date(Math.max(journal.dataUpdatedAt, today.dataUpdatedAt));
  const failed = [journal, today].find((query) => query.isError && !query.data);
  const known = journal.data && today.data && timelineOf({ rows: journal.data.rows, lines: today.data }, now);
  return (
    <Card className="mb-4" aria-label={t('today.title')}>
      <CardHeader
        title={t('today.title')}
        actions={
          <ButtonLink size="compact" href={`/dashboard/server/${serverId}/journal`}>
            {t('today.journal')}
          </ButtonLink>
        }
      />
      {failed?.error && <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !known && <TimelineSkeleton />}
      {known && known.past.length + known.coming.length === 0 && (
        <p className="px-5 pt-1 pb-5 text-muted">{t('today.empty')}</p>
      )}
      {known && known.past.length + known.coming.length > 0 && (
        <ol aria-label={t('today.title')} className="px-5 pt-2 pb-4">
          <Days entries={known.past} serverId={serverId} now={now} />
          <Now at={now} />
          <Days entries={known.coming} serverId={serverId} now={now} />
        </ol>
      )}
    </Card>
  );
}

function Now({ at }: { at: Date }) {
  const t = useTranslations('servers.today');
  const locale = useLocale();
  return (
    <li className="flex items-center gap-3 py-1 text-small">
      <span className="figures w-[4.75rem] shrink-0 text-text">{clockTime(at, locale)}</span>
      <span className="text-muted">{t('now')}</span>
      <span aria-hidden className="h-px flex-1 bg-control" />
    </li>
  );
}

/** Shows a heading above the first entry of each day except today. */
function Days({ entries, serverId, now }: { entries: readonly Entry[]; serverId: ServerId; now: Date }) {
  const locale = useLocale();
  const daysAway = (at: Date) =>
    Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
  return entries.map((entry, index) => {
    const days = daysAway(entry.at);
    const before = entries[index - 1];
    return (
      <Fragment key={entry.key}>
        {days !== 0 && (!before || daysAway(before.at) !== days) && (
          <li className="pt-2 text-faint text-small first-letter:uppercase">{dayName(days, locale)}</li>
        )}
        <li className="flex min-h-11 items-center gap-3 py-1.5">
          <time
            dateTime={entry.at.toISOString()}
            title={dateTime(entry.at, locale)}
            className="figures w-[4.75rem] shrink-0 text-muted text-small"
          >
            {clockTime(entry.at, locale)}
          </time>
          {'post' in entry ? <Post row={entry.post} serverId={serverId} /> : <Other line={entry.line} />}
        </li>
      </Fragment>
    );
  });
}

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="flex w-5 shrink-0 justify-center text-muted">{children}</span>
);

function Other({ line }: { line: Extract<Entry, { line: object }>['line'] }) {
  const icon = serverTools.find(({ name }) => name === line.about)?.icon;
  return (
    <>
      <Mark>{icon && <Icon of={icon} size={16} />}</Mark>
      <Link href={line.path} prefetch={false} className="min-w-0 wrap-anywhere hover:underline pointer-coarse:py-3">
        <bdi>{line.text}</bdi>
      </Link>
    </>
  );
}

function Post({ row, serverId }: { row: JournalRow; serverId: ServerId }) {
  const t = useTranslations('servers.today');
  const inWords = useTranslations('notifications');
  const linkTo = useInDiscord();
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const reason = useReason(discord)(row);
  const isBroken = hasTrouble(row);
  const channel = discord?.channels?.find(({ id }) => id === row.channelId);
  const name = <bdi>{`#${discord ? (channel?.name ?? inWords('unknownChannel')) : '…'}`}</bdi>;
  return (
    <>
      <Mark>
        {row.outcome === 'failed' ? (
          <Icon of={TriangleAlert} size={16} className="text-warn" />
        ) : (
          <PlatformNotch platform={row.platform} />
        )}
      </Mark>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="min-w-0 wrap-anywhere">{t(`kinds.${row.kind}`, { name: isolated(shownName(row)) })}</span>
        {isBroken && reason !== null ? (
          <span className={cx('text-small wrap-anywhere', row.outcome === 'skipped' ? 'text-muted' : 'text-warn')}>
            {reason}
          </span>
        ) : (
          row.channelId && (
            <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
              <Icon of={ArrowRight} size={14} className="shrink-0 rtl:-scale-x-100" />
              {row.messageId ? (
                <a
                  href={linkTo(serverId, row.channelId, row.messageId)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="truncate underline underline-offset-2"
                >
                  {name}
                </a>
              ) : (
                <span className="truncate">{name}</span>
              )}
            </span>
          )
        )}
      </span>
      {!isBroken && <Took last={row} />}
    </>
  );
}

function TimelineSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-3 px-5 pt-3 pb-5">
      {['a', 'b', 'c'].map((line) => (
        <Skeleton key={line} className="h-5 w-full max-w-md" />
      ))}
    </Loading>
  );
}

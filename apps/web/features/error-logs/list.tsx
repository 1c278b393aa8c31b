'use client';

import { mendPath } from '@tally/contract/docs/paths';
import type { ErrorRow } from '@tally/contract/error-logs/calls';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Hourglass, Trash2, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { memories } from '../../lib/drafts/remembered.ts';
import { relativeTime } from '../../lib/words/format.ts';
import { isolated, plainMentions } from '../../lib/words/mentions.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { clearErrors, errorsQuery } from '../../shell/server/errors.ts';
import { otherBotsQuery } from '../../shell/server/other-bots.ts';
import { toast } from '../../shell/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePermissionWords } from '../../ui/fields/permission-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { liveQuery } from '../notifications/api.ts';
import { useLiveJournal } from '../notifications/live-journal.ts';
import { PostNow } from '../notifications/post-now.tsx';
import { type Stopped, useStopped } from '../notifications/use-stopped.ts';
import { ErrorAction } from './action.tsx';

export function ErrorList({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('error-logs');
  const errors = useQuery({ ...errorsQuery(serverId), refetchOnMount: 'always' });
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  useSeen(serverId, errors.data);
  // Stopped deliveries may change state at any time.
  useLiveJournal(serverId);
  const list = errors.data ?? [];
  const live = useQuery(liveQuery(serverId)).data ?? [];
  const stopped = useStopped([{ id: serverId, live }]);
  const waits = (useQuery(otherBotsQuery(serverId)).data ?? []).filter(({ waiting }) => waiting > 0);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={list.length > 0 && <Clear serverId={serverId} count={list.length} />}
      />
      {!errors.data && (
        <Fetching {...errors}>
          <RowsSkeleton />
        </Fetching>
      )}
      {stopped.length > 0 && (
        <ul className="-mb-px border-t border-line" aria-label={t('stopped')}>
          {stopped.map((each) => (
            <StoppedRow key={each.deliveryId} serverId={serverId} stopped={each} />
          ))}
        </ul>
      )}
      {waits.length > 0 && (
        <ul className="-mb-px border-t border-line" aria-label={t('waiting')}>
          {waits.map(({ userId, name, waiting }) => (
            <li key={userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-2 py-3.5">
              <Icon of={Hourglass} className="shrink-0 text-muted" />
              <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
                {t('waitsFor', { count: waiting, bot: isolated(name) })}
              </p>
              <ButtonLink size="compact" href={`/dashboard/server/${serverId}/notifications`}>
                {t('openWaiting')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {errors.data && list.length + stopped.length === 0 && (
        <EmptyState
          title={
            <span className="flex items-center gap-2">
              <Icon of={CircleCheck} size={18} className="text-ok" />
              {t('empty')}
            </span>
          }
          text={t('emptyText')}
        />
      )}
      {list.length > 0 && (
        <ul className="border-t border-line" aria-label={t('title')}>
          {list.map((error) => (
            <Row key={error.id} serverId={serverId} error={error} discord={discord} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Clears the sidebar's red dot, because this browser has shown the newest error. */
function useSeen(serverId: ServerId, errors: readonly ErrorRow[] | undefined): void {
  const newest = errors === undefined ? undefined : Math.max(0, ...errors.map((error) => error.time));
  useEffect(() => {
    if (newest === undefined || newest === 0) return;
    const seen = memories.latestSeenError.read();
    if ((seen[serverId] ?? 0) < newest) memories.latestSeenError.write({ ...seen, [serverId]: newest });
  }, [serverId, newest]);
}

function Row({
  serverId,
  error,
  discord,
}: {
  serverId: ServerId;
  error: ErrorRow;
  discord: DiscordGuildData | undefined;
}) {
  const t = useTranslations('error-logs');
  const permissionWords = usePermissionWords();
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const at = new Date(error.time);
  const solvedAt = error.solvedTime === null ? null : new Date(error.solvedTime);
  const isSolved = solvedAt !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-2 py-3.5">
      <Icon
        of={isSolved ? CircleCheck : TriangleAlert}
        className={cx('mt-0.5 shrink-0', isSolved ? 'text-ok' : 'text-warn')}
      />
      <div className={cx('min-w-0 flex-1 basis-60', isSolved && 'text-muted')}>
        <p className="wrap-anywhere whitespace-pre-line">{plainMentions(error.message, discord ?? {})}</p>
        {error.missingPermissions && !isSolved && (
          <ul className="mt-1.5 flex flex-wrap gap-1.5" aria-label={t('missing')}>
            {error.missingPermissions.map((permission) => (
              <li key={permission}>
                <Badge tone="warn">{permissionWords(permission)}</Badge>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-muted text-small">
          <time dateTime={at.toISOString()}>{relativeTime(at, now, locale)}</time>
          {error.count > 1 && ` · ${t('times', { count: error.count })}`}
          {solvedAt && (
            <>
              {' · '}
              <span className="text-ok">{t('solved', { when: relativeTime(solvedAt, now, locale) })}</span>
            </>
          )}
          {!isSolved && (
            <>
              {' · '}
              <Link href={mendPath(error.reason)} prefetch={false} className="underline underline-offset-2">
                {t('mend')}
              </Link>
            </>
          )}
        </p>
      </div>
      <ErrorAction serverId={serverId} error={error} />
    </li>
  );
}

/** A stopped delivery and, if possible, the button that fixes it. */
function StoppedRow({ serverId, stopped }: { serverId: ServerId; stopped: Stopped<{ id: ServerId }> }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-2 py-3.5">
      <Icon of={TriangleAlert} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{stopped.sentence}</p>
      <PostNow serverId={serverId} deliveryId={stopped.deliveryId} />
    </li>
  );
}

function Clear({ serverId, count }: { serverId: ServerId; count: number }) {
  const t = useTranslations('error-logs');
  const client = useQueryClient();
  const clear = useMutation(clearErrors(client, serverId));
  const [isOpen, setOpen] = useState(false);
  const clearNow = () =>
    clear.mutate(undefined, {
      onSuccess: (sentence) => void toast('success', { title: sentence }),
      onSettled: () => setOpen(false),
    });
  const label = t('clear', { count });
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={Trash2} variant="danger">
          {label}
        </Button>
      }
      title={t('clearTitle')}
      description={t('clearText')}
      verb={label}
      icon={<Icon of={Trash2} />}
      isPending={clear.isPending}
      onConfirm={clearNow}
    />
  );
}

function RowsSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="border-t border-line">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex h-[68px] items-center gap-4 border-b border-line px-2">
          <Skeleton className="size-4" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="ms-auto h-7 w-24" />
        </div>
      ))}
    </Loading>
  );
}

'use client';

import type { ServerId } from '@tally/contract/ids';
import type { ServerChange } from '@tally/contract/changes';
import type { DiscordGuildData } from '@tally/contract/servers';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/format.ts';
import { Failed } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { changesQuery, discordDataQuery } from '../api.ts';

/** Who changed what in this server. */
export function Changes({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers.changes');
  const ui = useTranslations('ui');
  const changes = useInfiniteQuery(changesQuery(serverId));
  const nameOf = useWhat(serverId);
  const rows = changes.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Card className="mt-8">
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody>
        {changes.isError && !changes.data ? (
          <Failed error={changes.error} onRetry={() => void changes.refetch()} />
        ) : !changes.data ? (
          <Loading label={ui('loading')}>
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : rows.length === 0 ? (
          <p className="text-muted">{t('none')}</p>
        ) : (
          <ol aria-label={t('title')} className="border-t border-line">
            {rows.map((change) => (
              <Line key={change.id} change={change} name={nameOf(change)} />
            ))}
          </ol>
        )}
        {changes.hasNextPage && (
          <Button className="mt-3" onClick={() => void changes.fetchNextPage()} isPending={changes.isFetchingNextPage}>
            {t('more')}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

function Line({ change, name }: { change: ServerChange; name: string }) {
  const t = useTranslations('servers.changes');
  const locale = useLocale();
  const who = change.username ?? t(change.author === 'tally' ? 'nobody' : 'someone');
  return (
    <li className="border-b border-line py-1 last:border-b-0">
      <details>
        <summary className="flex min-h-9 flex-wrap items-center gap-x-3 py-1 pointer-coarse:min-h-11">
          <bdi className="font-semibold">{who}</bdi>
          <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
          <time dateTime={change.at.toISOString()} className="figures text-muted text-small max-sm:basis-full">
            {dateTime(change.at, locale)}
          </time>
        </summary>
        <dl className="grid gap-2 pb-3 sm:grid-cols-2">
          <Side label={t('before')} value={sideOf(change, 'before')} />
          <Side label={t('after')} value={sideOf(change, 'after')} />
        </dl>
      </details>
    </li>
  );
}

/** One value as it is, several with their names. */
function sideOf({ fields }: ServerChange, side: 'before' | 'after'): unknown {
  if (fields.length === 1) return fields[0]?.[side];
  return Object.fromEntries(fields.map((each) => [each.field, each[side]]));
}

function Side({ label, value }: { label: string; value: unknown }) {
  const t = useTranslations('servers.changes');
  const isEmpty = value === null || value === undefined;
  return (
    <div className="min-w-0">
      <dt className="text-muted text-small">{label}</dt>
      <dd
        dir={isEmpty ? undefined : 'ltr'}
        className="max-h-40 overflow-auto rounded-card border border-line bg-ground p-2 font-mono text-small wrap-anywhere whitespace-pre-wrap"
      >
        {isEmpty ? t('empty') : typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
      </dd>
    </div>
  );
}

/** Called by the setting, and by the record that it belongs to. */
function useWhat(serverId: ServerId): (change: ServerChange) => string {
  const t = useTranslations('servers.changes');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  return ({ what, subject }) => {
    const key = `what.${what}` as const;
    // What has no name yet keeps its own.
    const setting = t.has(key as 'what.locale') ? t(key as 'what.locale') : what;
    return subject ? `${setting} · ${placeIn(discord, subject.value)}` : setting;
  };
}

/** The channel or role of this id, its mark beside it in every direction; anything else, and what was deleted, stays as it is. */
function placeIn(discord: DiscordGuildData | undefined, part: string): string {
  const channel = discord?.channels?.find((each) => each.id === part);
  if (channel) return `\u2068#${channel.name}\u2069`;
  const role = discord?.roles?.find((each) => each.id === part);
  return role ? `\u2068@${role.name}\u2069` : part;
}

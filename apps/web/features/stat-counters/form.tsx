'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { type CounterType, counterTypes } from '@tally/contract/servers/parts';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { capabilitiesQuery } from '../../shell/server/followed.ts';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { countersQuery, isOf, makeCounter, removeCounter } from './api.ts';

interface CountersProps {
  readonly server: GuildInfo | undefined;
  readonly platform: Platform;
  readonly name: string;
}

/** Channels whose names show something of this streamer, or of the server. They are made and removed at once. */
export function CounterForm({ server, ...about }: CountersProps) {
  const t = useTranslations('stat-counters');
  const ui = useTranslations('ui');
  const address = { serverId: server?.guildId as GuildInfo['guildId'], platform: about.platform };
  const can = useQuery({ ...capabilitiesQuery(address), enabled: server !== undefined });
  const canCount = can.data?.followers ?? false;
  const query = useQuery({ ...countersQuery(server?.guildId as GuildInfo['guildId']), enabled: server !== undefined });
  if (query.isError && !query.data) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {t('failed')}
        <Button size="compact" onClick={() => void query.refetch()}>
          {t('again')}
        </Button>
      </p>
    );
  }
  if (!server || !query.data || can.isPending) {
    return (
      <Loading label={ui('loading')}>
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  // An existing counter can still be removed.
  const types = counterTypes.filter(
    (type) => type !== 'followers' || canCount || query.data.some((each) => isOf(each, type, about)),
  );
  return (
    <div className="grid gap-3">
      <p className="text-muted text-small">{t('hint')}</p>
      {isLocked(server, 'StatCounters') && <PremiumCrown flag="StatCounters" />}
      <ul className="grid">
        {types.map((type) => (
          <CounterRow
            key={type}
            server={server}
            {...about}
            type={type}
            counter={query.data.find((each) => isOf(each, type, about))}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly server: GuildInfo;
  readonly platform: Platform;
  /** The streamer whose number it is; none for the server's members. */
  readonly name?: string;
  /** For a list with several streamers. */
  readonly isNamed?: boolean;
  readonly type: CounterType;
  readonly counter: StatCounter | undefined;
}

export function CounterRow({ server, platform, name, isNamed = false, type, counter }: RowProps) {
  const t = useTranslations('stat-counters');
  const client = useQueryClient();
  const done = { onSuccess: (sentence: string) => void toast('success', { title: sentence }) };
  const make = useCreate({ ...makeCounter(client, server.guildId), ...done });
  const remove = useMutation({ ...removeCounter(client, server.guildId), ...done });
  const canMake = !counter || counter.pauseReason === 'channelGone';
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <span className="block">
          {t(`types.${type}`)}
          {isNamed && (
            <>
              {' · '}
              <bdi>{name}</bdi>
            </>
          )}
        </span>
        <bdi className="block truncate text-muted text-small">{counter ? counter.name : t('none')}</bdi>
        {counter?.pauseReason && <span className="text-small text-warn">{t(`pauses.${counter.pauseReason}`)}</span>}
      </div>
      {canMake && (
        <Button
          size="compact"
          isPending={make.isPending}
          disabled={isLocked(server, 'StatCounters')}
          aria-label={`${t('make')}: ${t(`types.${type}`)}`}
          onClick={() => make.mutate({ type, platform, ...(name ? { streamerUserName: name } : {}) })}
        >
          {t('make')}
        </Button>
      )}
      {counter && (
        <Confirm
          title={t('removeTitle')}
          description={t('removeText', { name: counter.name })}
          trigger={
            <Button
              size="compact"
              variant="danger"
              isPending={remove.isPending}
              aria-label={`${t('remove')}: ${t(`types.${type}`)}`}
            >
              {t('remove')}
            </Button>
          }
          verb={t('remove')}
          cancel={t('keep')}
          closesAtOnce
          onConfirm={() => remove.mutate(counter.channelId)}
        />
      )}
    </li>
  );
}

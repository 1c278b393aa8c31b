'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { CounterType } from '@tally/contract/servers/parts';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { capabilitiesQuery } from '../../shell/server/followed.ts';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { type Counted, countersQuery, creatorTypes, isOf, makeCounter, removeCounter } from './api.ts';
import { ChannelList } from './channel-list.tsx';

interface CountersProps extends Counted {
  readonly server: GuildInfo | undefined;
}

/** Shows the counters of this streamer in the editor, with the channel list. */
export function CounterForm({ server, ...about }: CountersProps) {
  const query = useQuery({ ...countersQuery(server?.guildId as GuildInfo['guildId']), enabled: server !== undefined });
  if (!server || !query.data) return <Fetching {...query} className="h-24" />;
  return (
    <div className="grid gap-3">
      {isLocked(server, 'StatCounters') && <PremiumCrown flag="StatCounters" />}
      <CreatorCounters server={server} counters={query.data} {...about} />
      <ChannelList serverId={server.guildId} counters={query.data} chosen={about} />
    </div>
  );
}

/** Lists channels whose names show numbers of this streamer. Changes apply immediately. */
export function CreatorCounters({
  server,
  counters,
  isNamed = false,
  ...about
}: Counted & { server: GuildInfo; counters: readonly StatCounter[]; isNamed?: boolean }) {
  const address = { serverId: server.guildId, platform: about.platform };
  const can = useQuery(capabilitiesQuery(address));
  if (can.isPending) return <Fetching {...can} className="h-[52px]" rows={2} />;
  const counterOf = (type: CounterType) => counters.find((each) => isOf(each, type, about));
  // Keeps existing counters in the list, so they can be removed.
  const types = creatorTypes.filter((type) => type !== 'followers' || can.data?.followers || counterOf(type));
  return (
    <ul className="grid">
      {types.map((type) => (
        <CounterRow key={type} server={server} {...about} isNamed={isNamed} type={type} counter={counterOf(type)} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly server: GuildInfo;
  readonly platform: Platform;
  /** The name of the streamer; absent for the members counter. */
  readonly name?: string;
  /** True if the list shows several streamers. */
  readonly isNamed?: boolean;
  readonly type: CounterType;
  readonly counter: StatCounter | undefined;
}

export function CounterRow({ server, platform, name, isNamed = false, type, counter }: RowProps) {
  const t = useTranslations('stat-counters');
  const client = useQueryClient();
  const confirm = (title: string) => void toast('success', { title });
  const make = useCreate({ ...makeCounter(client, server.guildId), onSuccess: () => confirm(t('made')) });
  const remove = useMutation({ ...removeCounter(client, server.guildId), onSuccess: confirm });
  const canMake = !counter || counter.pauseReason === 'channelGone';
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <span className="block">
          {t(`types.${type}`)}
          {isNamed && type !== 'members' && (
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
          variant={type === 'members' ? 'primary' : 'quiet'}
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

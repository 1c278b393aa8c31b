'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { relativeTime } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { isLocked, UpgradeLine } from '../../shell/premium-lock.tsx';
import { serverQuery } from '../../shell/server/api.ts';
import { ServerToolPage } from '../../shell/server/tool-page.tsx';
import { FollowedField } from '../../shell/streamers/followed-field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Fold } from '../../ui/tool/fold.tsx';
import type { ToolState } from '../../ui/tool/tool-page.tsx';
import { type Counted, countersQuery, isOf } from './api.ts';
import { ChannelList } from './channel-list.tsx';
import { CounterRow, CreatorCounters } from './form.tsx';

export function CountersScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('stat-counters');
  const server = useQuery(serverQuery(serverId)).data;
  const counters = useQuery(countersQuery(serverId));
  if (server && counters.data)
    return <Counters server={server} counters={counters.data} readAt={new Date(counters.dataUpdatedAt)} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Fetching {...counters} className="h-[76px]" rows={2} />
    </>
  );
}

interface CountersProps {
  readonly server: GuildInfo;
  readonly counters: readonly StatCounter[];
  readonly readAt: Date;
}

/** Shows the counters of a server next to its channel list. */
export function Counters({ server, counters, readAt }: CountersProps) {
  const t = useTranslations('stat-counters');
  const [chosen, choose] = useState<Counted | null>(null);
  const members = counters.find(({ type }) => type === 'members');
  const others = counters.filter(({ type }) => type !== 'members');
  const listed = others.filter((counter) => !chosen || !isOf(counter, counter.type, chosen));
  return (
    <ServerToolPage
      server={server}
      channelId={null}
      title={t('title')}
      text={t('text')}
      power={isLocked(server, 'StatCounters') && <UpgradeLine flag="StatCounters" />}
      state={useCountersState(counters, readAt)}
      preview={<ChannelList serverId={server.guildId} counters={counters} chosen={chosen} />}
    >
      <Fold title={t('ofServer')} summary={members?.name ?? t('none')} isOpen>
        <ul>
          <CounterRow server={server} platform="kick" type="members" counter={members} />
        </ul>
      </Fold>
      <Fold title={t('ofCreators')} summary={others.map(({ name }) => name).join(' · ') || t('none')} isOpen>
        <ul className="mb-4">
          {listed.map((counter) => (
            <CounterRow
              key={counter.channelId}
              server={server}
              platform={counter.platform ?? 'kick'}
              isNamed
              {...(counter.streamerUserName ? { name: counter.streamerUserName } : {})}
              type={counter.type}
              counter={counter}
            />
          ))}
        </ul>
        {chosen && <CreatorCounters server={server} counters={counters} {...chosen} isNamed />}
        <FollowedField
          serverId={server.guildId}
          label={t('choose')}
          hint={t('chooseHint')}
          onTake={({ platform, streamerUserName: name }) => choose({ platform, name })}
        />
      </Fold>
    </ServerToolPage>
  );
}

/** Returns the problem of a counter, or the last name change. */
function useCountersState(counters: readonly StatCounter[], now: Date): ToolState {
  const t = useTranslations('stat-counters');
  const tools = useTranslations('servers.tool');
  const locale = useLocale();
  const [first] = counters;
  if (!first) return { tone: 'off', text: tools('off') };
  const paused = counters.find(({ pauseReason }) => pauseReason !== null);
  if (paused?.pauseReason)
    return { tone: 'warn', text: `${isolated(paused.name)} · ${t(`pauses.${paused.pauseReason}`)}` };
  const timeOf = ({ renamedAt }: StatCounter) => renamedAt?.getTime() ?? 0;
  const last = counters.reduce((latest, each) => (timeOf(each) > timeOf(latest) ? each : latest), first);
  if (last.renamedAt === null) return { tone: 'ok', text: t('unchanged') };
  const what = t('renamed', { name: isolated(last.name) });
  return { tone: 'ok', text: tools('last', { what, ago: relativeTime(last.renamedAt, now, locale) }) };
}

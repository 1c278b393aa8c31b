'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { countersQuery } from './api.ts';
import { CounterRow } from './form.tsx';

/** The counter of members, which belongs to no streamer, and all the others that this server has. */
export function CountersCard({ server }: { server: GuildInfo }) {
  const t = useTranslations('stat-counters');
  return (
    <Card id="stat-counters" className="scroll-mt-20">
      <CardHeader
        title={t('title')}
        description={t('text')}
        {...(isLocked(server, 'StatCounters') ? { actions: <PremiumCrown flag="StatCounters" /> } : {})}
      />
      <CardBody>
        <Rows server={server} />
      </CardBody>
    </Card>
  );
}

function Rows({ server }: { server: GuildInfo }) {
  const { data, error, refetch } = useQuery(countersQuery(server.guildId));
  if (!data) return <Fetching error={error} refetch={refetch} className="h-[52px]" />;
  const others = data.filter((counter) => counter.type !== 'members');
  return (
    <ul className="grid">
      <CounterRow
        server={server}
        platform="kick"
        type="members"
        counter={data.find((counter) => counter.type === 'members')}
      />
      {others.map((counter) => (
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
  );
}

'use client';

import type { Recordings } from '@tally/contract/vods/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { isLocked, UpgradeLine } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { recordingsQuery } from './api.ts';
import { Deeds } from './deeds.tsx';
import { RecordingRow } from './row.tsx';
import { Terms } from './terms.tsx';

/** Lists the recordings of a server with their progress, expiry, and reasons for failures. */
export function VodsScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('vods');
  const server = useQuery(serverQuery(serverId)).data;
  const { data, error, refetch } = useQuery(recordingsQuery(serverId));
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {!data && <Fetching error={error} refetch={refetch} className="h-[212px]" />}
      {data && server && (
        <div className="grid gap-6">
          {isLocked(server, 'AllowVodFeatures') ? (
            <Card className="px-5 py-4">
              <UpgradeLine flag="AllowVodFeatures" />
            </Card>
          ) : (
            <Terms server={server} of={data} />
          )}
          <List serverId={serverId} of={data} />
        </div>
      )}
    </>
  );
}

function List({ serverId, of }: { serverId: ServerId; of: Recordings }) {
  const t = useTranslations('vods');
  const channels = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data?.channels ?? [];
  if (of.recordings.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
      {of.recordings.map((each) => (
        <RecordingRow key={each.id} of={each} channel={channels.find(({ id }) => id === each.post?.channelId)?.name}>
          <Deeds serverId={serverId} of={each} choices={of.choices} />
        </RecordingRow>
      ))}
    </ul>
  );
}

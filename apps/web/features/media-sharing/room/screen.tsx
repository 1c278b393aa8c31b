'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { CallError } from '../../../lib/call.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { AccessDenied } from '../../../shell/screens/access-denied.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { roomQuery, roomsQuery } from '../api.ts';
import { SettingsTab } from '../settings/settings-tab.tsx';
import { useLiveRoom } from '../use-live-room.ts';
import { Waiting } from '../waiting.tsx';
import { Bans } from './bans.tsx';
import { ClosedNotice } from './closed-notice.tsx';
import { Fillers } from './fillers.tsx';
import type { PlayerOrigins } from './frames.ts';
import { History } from './history.tsx';
import { QueueTab } from './queue/queue-tab.tsx';
import { SetUp } from './setup.tsx';

const parts = ['queue', 'history', 'bans', 'fillers', 'settings', 'setup'] as const;
/** Helpers moderate the room but cannot change its settings. */
const partsOfHelper = ['queue', 'history', 'bans', 'fillers'] as const;

const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);

/** One room, for its owner and its helpers. */
export function RoomScreen({ userId, players, webUrl }: { userId: UserId; players: PlayerOrigins; webUrl: string }) {
  const t = useTranslations('media-sharing');
  const { data: room, error, refetch, dataUpdatedAt } = useQuery(roomQuery(userId));
  const isOver = useLiveRoom(userId, !isRefused(error));
  const [asked, go] = useQueryState('tab', parseAsStringLiteral(parts).withDefault('queue'));
  if (isOver || isRefused(error)) return <AccessDenied />;
  if (!room)
    return (
      <Fetching error={error} refetch={refetch}>
        <Waiting />
      </Fetching>
    );

  const { isOwner, owner, name } = room;
  const offered: readonly (typeof parts)[number][] = isOwner ? parts : partsOfHelper;
  const tab = offered.includes(asked) ? asked : 'queue';
  const open = (part: (typeof parts)[number]) => () => void go(part);
  const viewersPage = name === null ? null : `/media/${encodeURIComponent(name)}`;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={isOwner ? t('text') : t('textHelper', { name: isolated(owner.name) })}
        actions={
          <>
            <RoomPicker userId={userId} />
            {room.isOpen && viewersPage !== null && (
              <ButtonLink href={viewersPage} target="_blank">
                <Icon of={ExternalLink} className="rtl:-scale-x-100" />
                {t('viewersPage')}
              </ButtonLink>
            )}
          </>
        }
      />
      <ClosedNotice room={room} onSettings={isOwner ? open('settings') : null} />
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={(next) => void go(next)}
        tabs={offered.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        <TabPanel value="queue">
          <QueueTab
            userId={userId}
            room={room}
            players={players}
            receivedAt={dataUpdatedAt}
            viewersPage={room.isOpen && viewersPage !== null ? `${webUrl}${viewersPage}` : null}
            onSetUp={isOwner ? open('setup') : null}
          />
        </TabPanel>
        <TabPanel value="history">
          <History userId={userId} />
        </TabPanel>
        <TabPanel value="bans">
          <Bans userId={userId} />
        </TabPanel>
        <TabPanel value="fillers">
          <Fillers userId={userId} isOwner={isOwner} />
        </TabPanel>
        {isOwner && (
          <>
            <TabPanel value="settings">
              <SettingsTab userId={userId} room={room} />
            </TabPanel>
            <TabPanel value="setup">
              <SetUp userId={userId} room={room} />
            </TabPanel>
          </>
        )}
      </Tabs>
    </>
  );
}

/** Lists the other rooms that the caller helps manage, if there are any. */
function RoomPicker({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing');
  const router = useRouter();
  const rooms = useQuery(roomsQuery()).data ?? [];
  if (rooms.length < 2) return null;
  return (
    <Select
      label={t('room')}
      className="w-56"
      value={userId}
      choices={rooms.map((room) => ({
        value: room.userId,
        label: room.isOwn ? t('ownRoom') : room.name,
        icon: <Avatar name={room.name} src={room.avatar} size={22} />,
      }))}
      onChange={(next) => router.push(`/dashboard/user/${next}/media-sharing`)}
    />
  );
}

'use client';

import type { Giveaway, GiveawayPage } from '@tally/contract/giveaways/views';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil, ScrollText } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime, fullCount } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { Failed } from '../../../shell/failed.tsx';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { courseQuery, type GiveawayAddress } from '../api.ts';
import { Countdown } from '../countdown.tsx';
import { DeedMenu } from '../deed-menu.tsx';
import { StateBadge } from '../state-badge.tsx';
import { EntriesChart, Events } from './course.tsx';
import { EditGiveaway } from './edit.tsx';
import { Entrants } from './entrants.tsx';
import { LostNeed } from './lost-need.tsx';
import { Winners } from './winners.tsx';

export function GiveawayScreen({ address }: { address: GiveawayAddress }) {
  const t = useTranslations('giveaways');
  const server = useQuery(serverQuery(address.guildId)).data;
  const course = useQuery(courseQuery(address));
  return (
    <>
      <ButtonLink variant="ghost" size="compact" className="-ms-2 mb-2" href={listOf(address.guildId)}>
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {t('back')}
      </ButtonLink>
      {course.data && server ? (
        <>
          <Head server={server} giveaway={course.data.giveaway} />
          <Winners giveaway={course.data.giveaway} winners={course.data.winners} />
          <Figures giveaway={course.data.giveaway} />
          <Course course={course.data} />
        </>
      ) : course.error ? (
        <Failed error={course.error} onRetry={() => void course.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const listOf = (serverId: ServerId): string => `/dashboard/server/${serverId}/giveaways`;

const proofOf = ({ guildId, giveawayId }: GiveawayAddress): string => `/giveaways/${guildId}/${giveawayId}`;

/** A giveaway has no entrants before it starts. */
function Course({ course: { giveaway, entriesByMinute, events } }: { course: GiveawayPage }) {
  const log = <Events events={events} proofHref={proofOf(giveaway)} />;
  if (giveaway.state === 'scheduled') return log;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Entrants giveaway={giveaway} />
      <div className="grid min-w-0 gap-4">
        {log}
        <EntriesChart minutes={entriesByMinute} />
      </div>
    </div>
  );
}

const changeable: ReadonlySet<Giveaway['state']> = new Set(['scheduled', 'running', 'paused']);

function Head({ server, giveaway }: { server: GuildInfo; giveaway: Giveaway }) {
  const t = useTranslations('giveaways');
  const router = useRouter();
  const [isEdited, edit] = useState(false);
  const { guildId, state } = giveaway;
  const locked = state !== 'scheduled' && isLocked(server, 'ModifyGiveawayWhileRunning');
  return (
    <>
      <PageHeader
        title={<bdi className="wrap-anywhere">{giveaway.name}</bdi>}
        actions={
          <>
            {changeable.has(state) && locked && <PremiumCrown flag="ModifyGiveawayWhileRunning" />}
            {changeable.has(state) && !locked && (
              <Button icon={Pencil} onClick={() => edit(true)}>
                {t('edit')}
              </Button>
            )}
            {state !== 'scheduled' && (
              <ButtonLink icon={ScrollText} href={proofOf(giveaway)}>
                {t('one.proof')}
              </ButtonLink>
            )}
            <DeedMenu
              giveaway={giveaway}
              isMessageLost={giveaway.isMessageLost}
              onRemoved={() => router.push(listOf(guildId))}
            />
          </>
        }
      >
        <StateBadge state={state} />
      </PageHeader>
      {changeable.has(state) && <LostNeed giveaway={giveaway} />}
      {isEdited && <EditGiveaway server={server} giveaway={giveaway} onClose={() => edit(false)} />}
    </>
  );
}

function Figures({ giveaway }: { giveaway: Giveaway }) {
  const t = useTranslations('giveaways.one.figures');
  const locale = useLocale();
  const channels = useQuery(discordDataQuery(giveaway.guildId, ['channels', 'roles'])).data?.channels;
  const channel = channels?.find(({ id }) => id === giveaway.channelId);
  const { endsAt, endedAt, state } = giveaway;
  const figures = [
    ['people', fullCount(giveaway.currentEntries, locale)],
    ['tickets', fullCount(giveaway.tickets, locale)],
    ['winners', fullCount(giveaway.winnerCount, locale)],
    ['channel', channel ? isolated(`#${channel.name}`) : channels ? t('goneChannel') : '…'],
    ['end', endedAt ? dateTime(endedAt, locale) : endsAt ? dateTime(endsAt, locale) : '–'],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-4 border-y border-line py-4 sm:grid-cols-5">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-muted text-small">
            {name === 'end' && state === 'running' && endsAt ? <Countdown to={endsAt} word="endsIn" /> : t(name)}
          </dt>
          <dd className="font-semibold text-lead wrap-anywhere">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Waiting() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid gap-4">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-[82px] w-full" />
      <Skeleton className="h-[240px] w-full rounded-panel" />
    </Loading>
  );
}

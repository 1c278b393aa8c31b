'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../lib/live/query-client.ts';
import { discordDataQuery, serversQuery } from '../../shell/server/api.ts';
import { allCounts } from '../../shell/server/followed.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LargePath } from '../../ui/node-path.tsx';
import { journalQuery } from '../notifications/api.ts';

const steps = ['login', 'server', 'invite', 'channel', 'streamer', 'test'] as const;
type Step = (typeof steps)[number];

/** The way to the first notification. It completes node by node, and goes away when it has been walked. */
export function Onboarding({
  done,
  followedOn,
  hasChannels,
  serverId,
}: Pick<Way, 'followedOn' | 'hasChannels'> & { done: ReadonlySet<Step>; serverId: ServerId | undefined }) {
  const t = useTranslations('servers.onboarding');
  if (steps.every((step) => done.has(step))) return null;
  const next = steps.find((step) => !done.has(step)) ?? 'test';
  const nodes = steps.map((step) => ({
    key: step,
    label: t(`steps.${step}`),
    state: done.has(step) ? ('done' as const) : step === next ? ('now' as const) : ('ahead' as const),
  }));
  return (
    <Card className="mb-6">
      <CardHeader
        title={t('title')}
        description={t(next === 'channel' && !hasChannels ? 'next.noChannel' : `next.${next}`)}
        actions={
          // A channel is made on Discord, and nowhere here.
          next === 'channel' && !hasChannels ? undefined : (
            <NextStep step={next} serverId={serverId} followedOn={followedOn} />
          )
        }
      />
      <CardBody>
        <LargePath nodes={nodes} />
      </CardBody>
    </Card>
  );
}

interface Way {
  /** False only while the first answers are awaited: until then nothing is drawn below, so that nothing is pushed. */
  readonly isDecided: boolean;
  /** The finished steps. Undefined until all the data is there, because a path must not jump back. */
  readonly done: ReadonlySet<Step> | undefined;
  /** Whether there is any channel in which the bot could ever post. */
  readonly hasChannels: boolean;
  /** The platform of a followed creator; the test is sent from there. */
  readonly followedOn: Platform;
}

/** A person's progress, in that server or before there is one. */
export function useWay(serverId: ServerId | undefined): Way {
  const servers = useQuery(serversQuery());
  const discord = useQuery({
    ...discordDataQuery(serverId ?? ('' as ServerId), ['channels', 'roles']),
    enabled: serverId !== undefined,
  });
  const counts = useQueries({ queries: serverId ? allCounts(serverId) : [] });
  const journal = useQuery({ ...journalQuery(serverId ?? ('' as ServerId)), enabled: serverId !== undefined });
  const isDecided = (serverId ? [servers, discord, journal, ...counts] : [servers]).every(hasAnswered);
  const followed = counts.findIndex((count) => (count.data?.currentTotal ?? 0) > 0);
  const way = {
    isDecided,
    hasChannels: discord.data?.channels?.some(isText) ?? true,
    followedOn: platforms[followed] ?? platforms[0],
  };
  if (!servers.data) return { ...way, done: undefined };
  const done = new Set<Step>(['login']);
  if (servers.data.length > 0) done.add('server');
  if (!serverId) return { ...way, done };
  if (!discord.data || !journal.data || counts.some((count) => !count.data)) return { ...way, done: undefined };
  done.add('invite');
  if (discord.data.channels?.some((channel) => isText(channel) && channel.validPermissions)) done.add('channel');
  if (followed >= 0) done.add('streamer');
  // A real message proves as much as a test.
  if (journal.data.rows.some((row) => row.messageId !== null)) done.add('test');
  return { ...way, done };
}

const isText = ({ type }: { readonly type: string }): boolean => type === 'text' || type === 'announcement';

function NextStep({
  step,
  serverId,
  followedOn,
}: {
  step: Step;
  serverId: ServerId | undefined;
  followedOn: Platform;
}) {
  const t = useTranslations('servers.onboarding');
  if (step === 'invite' || step === 'server' || serverId === undefined) {
    return (
      <ButtonLink variant="primary" href="/select">
        {t('doInvite')}
      </ButtonLink>
    );
  }
  if (step === 'channel') {
    return (
      <a href={`/invite?guildId=${serverId}`} className={buttonClass('primary')}>
        {t('doChannel')}
      </a>
    );
  }
  return (
    <ButtonLink
      variant="primary"
      href={`/dashboard/server/${serverId}/notifications/${followedOn}${step === 'streamer' ? '?add' : ''}`}
    >
      {step === 'streamer' ? t('doStreamer') : t('doTest')}
    </ButtonLink>
  );
}

'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../lib/live/query-client.ts';
import { discordDataQuery, serversQuery } from '../../shell/server/api.ts';
import { allCounts } from '../../shell/server/followed.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { journalQuery } from '../notifications/api.ts';
import { isPost } from './today.ts';

const steps = ['invite', 'streamer', 'post'] as const;
type Step = (typeof steps)[number];

/** A server with at least this many posts is no longer new. */
const POSTS_OF_A_BEGINNER = 5;

interface Way {
  /** False until the first answers arrive. Nothing below is drawn before that, to avoid layout shifts. */
  readonly isDecided: boolean;
  /** The finished steps; undefined if they are unknown or the server is no longer new. */
  readonly done: ReadonlySet<Step> | undefined;
  /** Why the second step is blocked: the bot cannot post in any channel, or there is no channel. */
  readonly blocked: 'channel' | 'noChannel' | null;
  /** The platform of a followed streamer, on whose page the test is sent. */
  readonly followedOn: Platform;
}

/** Returns the first steps in a server, or before the person has one. */
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
  const channels = discord.data?.channels?.filter(isText) ?? [];
  const way = {
    isDecided,
    blocked:
      !discord.data || channels.some((channel) => channel.validPermissions)
        ? null
        : channels.length === 0
          ? ('noChannel' as const)
          : ('channel' as const),
    followedOn: platforms[followed] ?? platforms[0],
  };
  if (!serverId) return { ...way, done: servers.data && new Set() };
  if (!discord.data || !journal.data || counts.some((count) => !count.data)) return { ...way, done: undefined };
  const messages = journal.data.rows.filter((row) => row.messageId !== null);
  const posts = messages.filter(isPost);
  if (posts.length >= POSTS_OF_A_BEGINNER || journal.data.nextCursor !== null) return { ...way, done: undefined };
  const done = new Set<Step>(['invite']);
  if (followed >= 0) done.add('streamer');
  // A test proves as much as a real post.
  if (messages.length > 0) done.add('post');
  return { ...way, done };
}

const isText = ({ type }: { readonly type: string }): boolean => type === 'text' || type === 'announcement';

/** The steps to the first posts. Finished steps stay, so a new server shows progress instead of empty figures. */
export function FirstSteps({
  serverId,
  done,
  blocked,
  followedOn,
}: Omit<Way, 'isDecided'> & { done: ReadonlySet<Step>; serverId: ServerId | undefined }) {
  const t = useTranslations('servers.firstSteps');
  const next = steps.find((step) => !done.has(step));
  return (
    <Card className="mb-6" aria-label={t('title')}>
      <CardHeader title={t('title')} description={next ? t('text') : t('done')} />
      <ol className={cx('px-5 pt-2 pb-3', !next && 'flex flex-wrap gap-x-8')}>
        {steps.map((step) => (
          <li
            key={step}
            className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 py-1.5', step === next && 'min-h-14')}
          >
            <Icon
              of={done.has(step) ? CircleCheck : Circle}
              size={20}
              className={cx('shrink-0', done.has(step) ? 'text-ok' : 'text-faint')}
            />
            <span className={cx('min-w-0', step === next && 'flex-1 basis-48')}>
              <span className={cx('block', step === next ? 'font-semibold' : 'text-muted')}>
                {t(`steps.${step}`)}
                {done.has(step) && <span className="sr-only">: {t('isDone')}</span>}
              </span>
              {step === next && (
                <span className="block text-muted text-small">
                  {t(step === 'streamer' && blocked ? `hints.${blocked}` : `hints.${step}`)}
                </span>
              )}
            </span>
            {step === next && <NextStep step={step} serverId={serverId} followedOn={followedOn} blocked={blocked} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function NextStep({
  step,
  serverId,
  followedOn,
  blocked,
}: Pick<Way, 'followedOn' | 'blocked'> & { step: Step; serverId: ServerId | undefined }) {
  const t = useTranslations('servers.firstSteps');
  if (step === 'invite' || serverId === undefined)
    return (
      <ButtonLink variant="primary" href="/select">
        {t('doInvite')}
      </ButtonLink>
    );
  if (step === 'streamer' && blocked)
    // Channels can only be created in Discord.
    return blocked === 'noChannel' ? null : (
      <a href={`/invite?guildId=${serverId}`} className={buttonClass('primary')}>
        {t('doChannel')}
      </a>
    );
  const list = `/dashboard/server/${serverId}/notifications/${followedOn}`;
  return (
    <>
      <ButtonLink variant="primary" href={step === 'streamer' ? `${list}?add` : list}>
        {t(step === 'streamer' ? 'doStreamer' : 'doTest')}
      </ButtonLink>
      {step === 'streamer' && <ButtonLink href={`/dashboard/server/${serverId}/moving`}>{t('doMany')}</ButtonLink>}
    </>
  );
}

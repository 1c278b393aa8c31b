'use client';

import type { ErrorRow } from '@tally/contract/error-logs/calls';
import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import type { GuildListItem } from '@tally/contract/servers/calls';
import type { WaitingLine } from '@tally/contract/servers/home';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Bell, type LucideIcon, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { moment } from '../../lib/words/format.ts';
import { plainMentions } from '../../lib/words/mentions.ts';
import { discordDataQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorAction } from '../error-logs/action.tsx';
import { PostNow } from '../notifications/post-now.tsx';
import { useStopped } from '../notifications/use-stopped.ts';
import { userTools } from '../registry.ts';

type Server = Pick<GuildListItem, 'id' | 'name'> & { readonly live: readonly LiveStreamer[] };

const MOST = 3;

const errorLogsOf = (server: Server): string => `/dashboard/server/${server.id}/error-logs`;

const noLines: readonly WaitingLine[] = [];

/**
 * Lists the person's open tasks, the newest errors of these servers with their fixes, and live streams that were not
 * posted. Renders nothing if there are none.
 */
export function NeedsYou({
  servers,
  waiting = noLines,
  isOneServer = false,
}: {
  servers: readonly Server[];
  waiting?: readonly WaitingLine[];
  /** True if the page shows only this server, so lines leave out its name. */
  isOneServer?: boolean;
}) {
  const t = useTranslations('servers');
  const answers = useQueries({ queries: servers.map((server) => errorsQuery(server.id)) });
  const broken = servers
    .flatMap((server, index) => (answers[index]?.data ?? []).filter(needsAction).map((error) => ({ server, error })))
    .sort((one, other) => other.error.time - one.error.time);
  const stopped = useStopped(servers);
  if (waiting.length + broken.length + stopped.length === 0) return null;
  const [only] = isOneServer ? servers : [];
  return (
    <Card className="mb-6">
      <CardHeader
        title={t('needsYou')}
        actions={
          only && (
            <ButtonLink size="compact" href={errorLogsOf(only)}>
              {t('allErrors')}
            </ButtonLink>
          )
        }
      />
      <ul aria-label={t('needsYou')} className="mt-3 border-t border-line">
        {waiting.map((line) => (
          <Waiting key={`${line.about} ${line.id}`} line={line} />
        ))}
        {stopped.slice(0, MOST).map(({ server, sentence, deliveryId }) => (
          <Line
            key={deliveryId}
            server={server}
            isNamed={!only}
            action={<PostNow serverId={server.id} deliveryId={deliveryId} />}
          >
            {sentence}
          </Line>
        ))}
        {broken.slice(0, MOST).map(({ server, error }) => (
          <Broken key={error.id} server={server} error={error} isNamed={!only} />
        ))}
      </ul>
    </Card>
  );
}

const needsAction = ({ solvedTime, action }: ErrorRow): boolean => solvedTime === null && action !== null;

function Broken({ server, error, isNamed }: { server: Server; error: ErrorRow; isNamed: boolean }) {
  const discord = useQuery(discordDataQuery(server.id, ['channels', 'roles'])).data;
  return (
    <Line server={server} isNamed={isNamed} action={<ErrorAction serverId={server.id} error={error} />}>
      {plainMentions(error.message, discord ?? {})}
    </Line>
  );
}

/** Shows a prize to claim or a request to answer. */
function Waiting({ line: { about, text, path, until } }: { line: WaitingLine }) {
  const t = useTranslations('servers.waiting');
  const locale = useLocale();
  const [now] = useState(() => new Date());
  return (
    <LineFrame
      icon={userTools.find(({ name }) => name === about)?.icon ?? Bell}
      action={
        <ButtonLink size="compact" variant="primary" href={path}>
          {t(about === 'giveaways' ? 'claim' : 'open')}
        </ButtonLink>
      }
    >
      <p className="wrap-anywhere">{text}</p>
      {until && <p className="text-muted text-small">{t('until', { time: moment(until, now, locale) })}</p>}
    </LineFrame>
  );
}

function Line({
  server,
  isNamed,
  action,
  children,
}: {
  server: Server;
  isNamed: boolean;
  action: ReactNode;
  children: string;
}) {
  return (
    <LineFrame icon={TriangleAlert} tone="text-warn" action={action}>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
      {isNamed && (
        <Link
          href={errorLogsOf(server)}
          prefetch={false}
          className="inline-block max-w-full truncate align-bottom text-muted text-small hover:text-text hover:underline"
        >
          <bdi>{server.name}</bdi>
        </Link>
      )}
    </LineFrame>
  );
}

function LineFrame({
  icon,
  tone = 'text-muted',
  action,
  children,
}: {
  icon: LucideIcon;
  tone?: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon of={icon} className={cx('mt-0.5 shrink-0', tone)} />
        <div className="min-w-0">{children}</div>
      </div>
      {action}
    </li>
  );
}

'use client';

import type { ErrorRow } from '@tally/contract/error-logs/calls';
import type { GuildListItem } from '@tally/contract/servers/calls';
import { useQueries, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { plainMentions } from '../../lib/words/mentions.ts';
import { discordDataQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorAction } from '../error-logs/action.tsx';
import { PostNow } from '../notifications/post-now.tsx';
import { useStopped } from '../notifications/use-stopped.ts';

type Server = Pick<GuildListItem, 'id' | 'name'>;

const MOST = 3;

const errorLogsOf = (server: Server): string => `/dashboard/server/${server.id}/error-logs`;

/**
 * The problems of these servers, the newest first, each with its fix, and the live streams that were not posted.
 * Renders nothing when there is nothing to do.
 */
export function NeedsYou({ servers }: { servers: readonly Server[] }) {
  const t = useTranslations('servers');
  const answers = useQueries({ queries: servers.map((server) => errorsQuery(server.id)) });
  const broken = servers
    .flatMap((server, index) => (answers[index]?.data ?? []).filter(needsSomebody).map((error) => ({ server, error })))
    .sort((one, other) => other.error.time - one.error.time);
  const stopped = useStopped(servers);
  if (broken.length + stopped.length === 0) return null;
  const [only] = servers.length === 1 ? servers : [];
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

const needsSomebody = ({ solvedTime, action }: ErrorRow): boolean => solvedTime === null && action !== null;

function Broken({ server, error, isNamed }: { server: Server; error: ErrorRow; isNamed: boolean }) {
  const discord = useQuery(discordDataQuery(server.id, ['channels', 'roles'])).data;
  return (
    <Line server={server} isNamed={isNamed} action={<ErrorAction serverId={server.id} error={error} />}>
      {plainMentions(error.message, discord ?? {})}
    </Line>
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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0">
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
        </div>
      </div>
      {action}
    </li>
  );
}

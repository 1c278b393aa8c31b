'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../lib/live/query-client.ts';
import { Failed } from '../../shell/failed.tsx';
import { serversQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ServerCard, ServerGrid, ServersSkeleton } from './cards.tsx';
import { Figures } from './figures.tsx';
import { serversShown } from './first-answers.ts';
import { LiveNow } from './live-now.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Onboarding, useWay } from './onboarding.tsx';

export function Dashboard() {
  const t = useTranslations('servers');
  const servers = useQuery(serversQuery());
  const { withBot, onlyServer, watched } = serversShown(servers.data ?? []);
  const { isDecided, done, ...way } = useWay(onlyServer);
  // The problems are at the top, and must not push the page down when they load late.
  const isTroubleKnown = useQueries({ queries: watched.map(errorsQuery) }).every(hasAnswered);
  const isReady = isDecided && isTroubleKnown;
  return (
    <>
      <PageHeader
        title={t('dashboardTitle')}
        actions={
          <ButtonLink href="/select">
            <Icon of={Plus} />
            {t('add')}
          </ButtonLink>
        }
      />
      {(servers.isPending || (servers.data && !isReady)) && <ServersSkeleton />}
      {servers.isError && !servers.data && <Failed error={servers.error} onRetry={() => void servers.refetch()} />}
      {servers.data && isReady && (
        <>
          {withBot.length <= 1 && done && <Onboarding {...way} done={done} serverId={onlyServer} />}
          {withBot.length > 0 && (
            <>
              <LiveNow serverIds={watched} />
              <NeedsYou servers={withBot.filter((server) => watched.includes(server.id))} />
              <Figures serverIds={watched} />
            </>
          )}
          {withBot.length > 0 && (
            <section aria-label={t('withBot')} className="mt-8">
              <h2 className="mb-3 font-semibold text-lead">{t('withBot')}</h2>
              <ServerGrid>
                {withBot.map((server) => (
                  <ServerCard key={server.id} server={server} />
                ))}
              </ServerGrid>
            </section>
          )}
        </>
      )}
    </>
  );
}

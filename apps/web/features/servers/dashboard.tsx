'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../lib/live/query-client.ts';
import { Failed } from '../../shell/failed.tsx';
import { serversQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { homeQuery } from './api.ts';
import { brokenIn, byNeed, serversShown } from './first-answers.ts';
import { FirstSteps, useWay } from './first-steps.tsx';
import { LiveNow } from './live-now.tsx';
import { NeedsYou } from './needs-you.tsx';
import { ServerRows, ServersSkeleton } from './row.tsx';

/** Shows the person's open tasks, their servers, and who is live in them. */
export function Dashboard() {
  const t = useTranslations('servers');
  const servers = useQuery(serversQuery());
  const home = useQuery(homeQuery());
  const { withBot, onlyServer } = serversShown(servers.data ?? []);
  const facts = new Map(home.data?.servers.map((each) => [each.guildId, each]));
  const rows = byNeed(withBot.map((server) => ({ server, facts: facts.get(server.id) })));
  const watched = brokenIn(home.data?.servers ?? []);
  const { isDecided, done, ...way } = useWay(onlyServer);
  // Waits for the problems, which are shown above the servers and would push the page down.
  const isTroubleKnown = useQueries({ queries: watched.map(errorsQuery) }).every(hasAnswered);
  const isReady = isDecided && hasAnswered(home) && isTroubleKnown;
  return (
    <>
      <PageHeader
        title={t('dashboardTitle')}
        actions={
          <ButtonLink icon={Plus} href="/select">
            {t('add')}
          </ButtonLink>
        }
      />
      {(servers.isPending || (servers.data && !isReady)) && <ServersSkeleton />}
      {servers.isError && !servers.data && <Failed error={servers.error} onRetry={() => void servers.refetch()} />}
      {servers.data && isReady && (
        <>
          <NeedsYou
            waiting={home.data?.waiting ?? []}
            servers={withBot
              .filter(({ id }) => watched.includes(id))
              .map((server) => ({ ...server, live: facts.get(server.id)?.live ?? [] }))}
          />
          {withBot.length <= 1 && done && <FirstSteps {...way} done={done} serverId={onlyServer} />}
          {withBot.length > 0 && (
            <>
              <section aria-label={t('withBot')} className="mb-8">
                <h2 className="mb-3 font-semibold text-lead">{t('withBot')}</h2>
                <ServerRows label={t('withBot')} rows={rows} />
              </section>
              <LiveNow live={home.data?.servers.flatMap(({ live }) => live) ?? []} />
            </>
          )}
        </>
      )}
    </>
  );
}

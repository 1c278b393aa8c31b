'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Failed } from '../../shell/failed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { serversQuery } from './api.ts';
import { ServerCard, ServerGrid, ServersSkeleton } from './cards.tsx';
import { LiveNow } from './live-now.tsx';
import { Onboarding, useWay } from './onboarding.tsx';

/** Asking for the live ones of very many servers would use up the caller's own rate limit. */
const MOST_LIVE = 3;

export function Dashboard() {
  const t = useTranslations('servers');
  const servers = useQuery(serversQuery());
  const withBot = servers.data?.filter((server) => server.isBotIn) ?? [];
  const onlyServer = withBot.length === 1 ? withBot[0]?.id : undefined;
  const { isDecided, done } = useWay(onlyServer);
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
      {(servers.isPending || (servers.data && !isDecided)) && <ServersSkeleton />}
      {servers.isError && !servers.data && <Failed error={servers.error} onRetry={() => void servers.refetch()} />}
      {servers.data && isDecided && (
        <>
          {withBot.length <= 1 && done && <Onboarding done={done} serverId={onlyServer} />}
          {withBot.length > 0 && <LiveNow serverIds={withBot.slice(0, MOST_LIVE).map((server) => server.id)} />}
          {withBot.length > 0 && (
            <section aria-label={t('withBot')}>
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

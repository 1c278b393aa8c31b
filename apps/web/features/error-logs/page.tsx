import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { serverQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { ErrorList } from './list.tsx';

export async function ErrorLogsPage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, t] = await Promise.all([serverIdOf(params), getTranslations('error-logs')]);
  return (
    <ClientPage
      homes={['error-logs', 'servers']}
      title={t('title')}
      description={t('text')}
      ahead={(ask) => Promise.all([ask(serverQuery(serverId)), ask(errorsQuery(serverId))])}
    >
      <ServerGate serverId={serverId}>
        <ErrorList serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error-logs'))('title') };
}

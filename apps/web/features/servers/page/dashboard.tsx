import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { errorsQuery } from '../../../shell/server/errors.ts';
import { Dashboard } from '../dashboard.tsx';
import { askLive, askServers, askWay, serversShown } from '../first-answers.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('dashboardTitle') };
}

export async function DashboardPage() {
  const t = await getTranslations('servers');
  return (
    <ClientPage homes={['servers', 'error-logs']} title={t('dashboardTitle')} ahead={askFirst}>
      <Dashboard />
    </ClientPage>
  );
}

async function askFirst(ask: Ask): Promise<void> {
  const { onlyServer, watched } = serversShown((await askServers(ask)) ?? []);
  await Promise.all([
    askLive(ask, watched),
    onlyServer && askWay(ask, onlyServer),
    ...watched.map((serverId) => ask(errorsQuery(serverId))),
  ]);
}

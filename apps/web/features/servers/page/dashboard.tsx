import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { errorsQuery } from '../../../shell/server/errors.ts';
import { homeQuery } from '../api.ts';
import { Dashboard } from '../dashboard.tsx';
import { askServers, askWay, brokenIn, serversShown } from '../first-answers.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('dashboardTitle') };
}

export async function DashboardPage() {
  const t = await getTranslations('servers');
  return (
    <ClientPage homes={['servers', 'error-logs', 'notifications']} title={t('dashboardTitle')} ahead={askFirst}>
      <Dashboard />
    </ClientPage>
  );
}

async function askFirst(ask: Ask): Promise<void> {
  const [servers, home] = await Promise.all([askServers(ask), ask(homeQuery())]);
  const { onlyServer } = serversShown(servers ?? []);
  await Promise.all([
    onlyServer && askWay(ask, onlyServer),
    ...brokenIn(home?.servers ?? []).map((serverId) => ask(errorsQuery(serverId))),
  ]);
}

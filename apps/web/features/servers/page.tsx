import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { Dashboard } from './dashboard.tsx';
import { ServerGate } from './gate.tsx';
import { Manage } from './manage.tsx';
import { Overview } from './overview.tsx';
import { serverIdOf } from './page-of.ts';
import { SelectScreen } from './select.tsx';

interface ServerProps {
  params: Promise<{ id: string }>;
}

const titled =
  (key: 'dashboardTitle' | 'selectTitle' | 'manageTitle' | 'overviewTitle') => async (): Promise<Metadata> => ({
    title: (await getTranslations('servers'))(key),
  });

export const dashboardMetadata = titled('dashboardTitle');
export const selectMetadata = titled('selectTitle');
export const manageMetadata = titled('manageTitle');
export const overviewMetadata = titled('overviewTitle');

export function DashboardPage() {
  return (
    <ClientPage homes={['servers']}>
      <Dashboard />
    </ClientPage>
  );
}

export function SelectPage() {
  return (
    <ClientPage homes={['servers']}>
      <SelectScreen />
    </ClientPage>
  );
}

export async function OverviewPage({ params }: ServerProps) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['servers']}>
      <ServerGate serverId={serverId}>
        <Overview serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

export async function ManagePage({ params }: ServerProps) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['servers']}>
      <ServerGate serverId={serverId}>
        <Manage serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

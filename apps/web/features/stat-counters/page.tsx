import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { CountersScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('stat-counters'))('title') };
}

export async function StatCountersPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['stat-counters', 'servers', 'streamers']}>
      <ServerGate serverId={serverId}>
        <CountersScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { ServerGate } from '../gate.tsx';
import { Overview } from '../overview.tsx';
import { serverIdOf } from '../page-of.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('overviewTitle') };
}

export async function OverviewPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['servers']}>
      <ServerGate serverId={serverId}>
        <Overview serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

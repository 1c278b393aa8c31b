import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { OverridesScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('overrides'))('title') };
}

export async function OverridesPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['overrides', 'servers']}>
      <ServerGate serverId={serverId}>
        <OverridesScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

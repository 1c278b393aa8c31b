import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { homesOfSettings } from '../../i18n/homes.ts';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { MovingScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('moving'))('title') };
}

export async function MovingPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['moving', 'streamers', ...homesOfSettings]}>
      <ServerGate serverId={serverId}>
        <MovingScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

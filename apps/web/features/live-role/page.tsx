import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { LiveRoleScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('live-role'))('autoLiveRoles.title') };
}

export async function LiveRolePage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['live-role', 'servers']}>
      <ServerGate serverId={serverId}>
        <LiveRoleScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

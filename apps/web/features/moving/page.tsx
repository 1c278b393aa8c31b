import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
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
    // Loads the labels of all pages, because the comparison with a settings file uses them.
    <ClientPage
      homes={[
        'moving',
        'servers',
        'streamers',
        'live-role',
        'role-sync',
        'linked-roles',
        'stat-counters',
        'premium',
        'notifications',
        'message-editor',
        'leaderboards',
        'creators',
        'overrides',
        'starboard',
        'giveaways',
        'birthday',
        'sticky-message',
        'welcome-leave',
      ]}
    >
      <ServerGate serverId={serverId}>
        <MovingScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

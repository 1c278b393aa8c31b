import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { config } from '../../../lib/config.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { Manage } from '../manage/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('manageTitle') };
}

export async function ManagePage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    // Loads the labels of all pages, because the list of changes uses them.
    <ClientPage
      homes={[
        'servers',
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
        <NuqsAdapter>
          <Manage serverId={serverId} site={config().SITE_NAME} />
        </NuqsAdapter>
      </ServerGate>
    </ClientPage>
  );
}

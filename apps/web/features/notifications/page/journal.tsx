import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { Journal } from '../journal/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notifications.journal'))('title') };
}

export async function JournalPage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, t] = await Promise.all([serverIdOf(params), getTranslations('notifications.journal')]);
  return (
    <ClientPage homes={['notifications', 'servers']} title={t('title')} description={t('text')}>
      <ServerGate serverId={serverId}>
        <NuqsAdapter>
          <Journal serverId={serverId} />
        </NuqsAdapter>
      </ServerGate>
    </ClientPage>
  );
}

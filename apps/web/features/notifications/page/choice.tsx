import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PlatformChoice } from '../platform-choice.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notifications'))('title') };
}

export async function ChoicePage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, t] = await Promise.all([serverIdOf(params), getTranslations('notifications')]);
  return (
    <ClientPage homes={['notifications', 'servers']}>
      <ServerGate serverId={serverId}>
        <PageHeader title={t('title')} description={t('choose')} />
        <PlatformChoice serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { ErrorList } from './list.tsx';

export async function ErrorLogsPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['error-logs', 'servers']}>
      <ServerGate serverId={serverId}>
        <ErrorList serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error-logs'))('title') };
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { BirthdayScreen } from './form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('birthday'))('title') };
}

export async function BirthdayPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['birthday', 'servers']}>
      <ServerGate serverId={serverId}>
        <BirthdayScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

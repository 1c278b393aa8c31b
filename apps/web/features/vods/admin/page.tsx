import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { VodsAdminScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('vods.admin'))('title'), robots: { index: false } };
}

export async function VodsAdminPage() {
  return (
    <ClientPage homes={['vods']}>
      <AdminGate who="staff">
        <VodsAdminScreen />
      </AdminGate>
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { AdminGate } from '../admin/gate.tsx';
import { FilesScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('files'))('title'), robots: { index: false } };
}

export async function FilesAdminPage() {
  return (
    <ClientPage homes={['files']}>
      <AdminGate who="staff">
        <FilesScreen />
      </AdminGate>
    </ClientPage>
  );
}

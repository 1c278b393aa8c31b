import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ClientPage } from '../../shell/client-page.tsx';
import { AdminGate } from './gate.tsx';
import { AdminScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('title'), robots: { index: false } };
}

export async function AdminPage() {
  return (
    <ClientPage homes={['admin']}>
      <AdminGate who="dev">
        <NuqsAdapter>
          <AdminScreen />
        </NuqsAdapter>
      </AdminGate>
    </ClientPage>
  );
}

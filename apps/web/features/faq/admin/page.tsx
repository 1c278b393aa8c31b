import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { FaqAdminScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('faq.admin'))('title'), robots: { index: false } };
}

export async function FaqAdminPage() {
  return (
    <ClientPage homes={['faq']}>
      <AdminGate who="staff">
        <NuqsAdapter>
          <FaqAdminScreen />
        </NuqsAdapter>
      </AdminGate>
    </ClientPage>
  );
}

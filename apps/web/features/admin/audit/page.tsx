import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../gate.tsx';
import { AuditScreen } from './screen.tsx';

export async function auditMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.places'))('audit'), robots: { index: false } };
}

export const AuditPage = () => (
  <ClientPage homes={['admin', 'premium']}>
    <AdminGate who="dev">
      <NuqsAdapter>
        <AuditScreen />
      </NuqsAdapter>
    </AdminGate>
  </ClientPage>
);

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { BoardAdminScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('feedback-board'))('adminTitle'), robots: { index: false } };
}

export async function BoardAdminPage() {
  return (
    <ClientPage homes={['feedback-board']}>
      <AdminGate who="staff">
        <NuqsAdapter>
          <BoardAdminScreen />
        </NuqsAdapter>
      </AdminGate>
    </ClientPage>
  );
}

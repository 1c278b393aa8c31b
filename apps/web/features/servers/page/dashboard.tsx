import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { Dashboard } from '../dashboard.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('dashboardTitle') };
}

export function DashboardPage() {
  return (
    <ClientPage homes={['servers']}>
      <Dashboard />
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Settings } from '../settings/settings.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') };
}

export async function SettingsPage() {
  const t = await getTranslations('account');
  return (
    <ClientPage homes={['account', 'birthday', 'connections']}>
      <PageHeader title={t('title')} />
      <Settings />
    </ClientPage>
  );
}

import { UserId } from '@tally/contract/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Settings } from './settings/settings.tsx';
import { UserOverview } from './user-overview.tsx';

export async function SettingsPage() {
  const t = await getTranslations('account');
  return (
    <ClientPage homes={['account']}>
      <PageHeader title={t('title')} />
      <Settings />
    </ClientPage>
  );
}

export async function settingsMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') };
}

export async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const read = UserId.safeParse((await params).id);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['account']}>
      <UserOverview userId={read.data} />
    </ClientPage>
  );
}

export async function userMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('userTitle') };
}

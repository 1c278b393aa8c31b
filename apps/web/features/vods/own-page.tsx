import { UserId } from '@tally/contract/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { OwnRecordingsScreen } from './own-screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('vods'))('title') };
}

export async function OwnRecordingsPage({ params }: { params: Promise<{ id: string }> }) {
  const read = UserId.safeParse((await params).id);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['vods']}>
      <OwnRecordingsScreen userId={read.data} />
    </ClientPage>
  );
}

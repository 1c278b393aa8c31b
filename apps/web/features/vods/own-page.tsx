import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { userIdOf } from '../../shell/page-of.ts';
import { OwnRecordingsScreen } from './own-screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('vods'))('title') };
}

export async function OwnRecordingsPage({ params }: { params: Promise<{ id: string }> }) {
  const userId = await userIdOf(params);
  return (
    <ClientPage homes={['vods']}>
      <OwnRecordingsScreen userId={userId} />
    </ClientPage>
  );
}

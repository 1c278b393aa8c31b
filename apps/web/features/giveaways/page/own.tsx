import { UserId } from '@tally/contract/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { OwnScreen } from '../own-screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways.own'))('title') };
}

export async function OwnGiveawaysPage({ params }: { params: Promise<{ id: string }> }) {
  const read = UserId.safeParse((await params).id);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['giveaways']}>
      <OwnScreen userId={read.data} />
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { userIdOf } from '../../../shell/page-of.ts';
import { OwnScreen } from '../own-screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways.own'))('title') };
}

export async function OwnGiveawaysPage({ params }: { params: Promise<{ id: string }> }) {
  const userId = await userIdOf(params);
  return (
    <ClientPage homes={['giveaways']}>
      <OwnScreen userId={userId} />
    </ClientPage>
  );
}

import { UserId } from '@tally/contract/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { teamsQuery } from '../api.ts';
import { TeamsScreen } from '../screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams'))('title') };
}

export async function TeamsPage({ params }: { params: Promise<{ id: string }> }) {
  const read = UserId.safeParse((await params).id);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['teams']} ahead={(ask) => ask(teamsQuery())}>
      <TeamsScreen userId={read.data} webUrl={config().webUrl} />
    </ClientPage>
  );
}

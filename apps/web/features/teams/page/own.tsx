import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { userIdOf } from '../../../shell/page-of.ts';
import { teamsQuery } from '../api.ts';
import { TeamsScreen } from '../screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('teams'))('title') };
}

export async function TeamsPage({ params }: { params: Promise<{ id: string }> }) {
  const userId = await userIdOf(params);
  return (
    <ClientPage homes={['teams']} ahead={(ask) => ask(teamsQuery())}>
      <TeamsScreen userId={userId} webUrl={config().webUrl} />
    </ClientPage>
  );
}

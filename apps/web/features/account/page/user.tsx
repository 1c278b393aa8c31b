import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { userIdOf } from '../../../shell/page-of.ts';
import { UserOverview } from '../user-overview.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('userTitle') };
}

export async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const userId = await userIdOf(params);
  return (
    <ClientPage homes={['account', 'connections', 'votes', 'servers', 'error-logs']}>
      <UserOverview userId={userId} />
    </ClientPage>
  );
}

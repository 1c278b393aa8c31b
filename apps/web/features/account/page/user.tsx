import { UserId } from '@tally/contract/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { UserOverview } from '../user-overview.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('userTitle') };
}

export async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const read = UserId.safeParse((await params).id);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['account', 'connections', 'votes']}>
      <UserOverview userId={read.data} />
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { ConnectDiscord } from './connect.tsx';

type Query = Promise<Record<string, string | string[] | undefined>>;

/** The URL may contain a code, so search engines must not store it. */
export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('linked-roles.connect'))('title'),
    robots: { index: false },
    referrer: 'no-referrer',
  };
}

/** Discord sends people here before and after they authorize. */
export async function LinkedRolesPage({ searchParams }: { searchParams: Query }) {
  const { code, error } = await searchParams;
  return (
    <ClientPage homes={['linked-roles']}>
      <ConnectDiscord code={typeof code === 'string' ? code : null} isRefused={error !== undefined} />
    </ClientPage>
  );
}

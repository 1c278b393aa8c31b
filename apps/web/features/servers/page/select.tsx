import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { SelectScreen } from '../select.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('selectTitle') };
}

export function SelectPage() {
  return (
    <ClientPage homes={['servers']}>
      <SelectScreen />
    </ClientPage>
  );
}

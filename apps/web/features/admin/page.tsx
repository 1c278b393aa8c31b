import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { AdminScreen } from './screen.tsx';
import { StaffPage, staffHead } from './staff-page.tsx';

export const generateMetadata = async () => staffHead((await getTranslations('admin'))('title'));

export async function AdminPage() {
  return (
    <StaffPage homes={['admin']} who="dev">
      <NuqsAdapter>
        <AdminScreen />
      </NuqsAdapter>
    </StaffPage>
  );
}

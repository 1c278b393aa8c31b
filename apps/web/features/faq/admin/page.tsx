import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { FaqAdminScreen } from './screen.tsx';

export const generateMetadata = async () => staffHead((await getTranslations('faq.admin'))('title'));

export async function FaqAdminPage() {
  return (
    <StaffPage homes={['faq']} who="staff">
      <NuqsAdapter>
        <FaqAdminScreen />
      </NuqsAdapter>
    </StaffPage>
  );
}

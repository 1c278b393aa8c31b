import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../admin/staff-page.tsx';
import { FilesScreen } from './screen.tsx';

export const generateMetadata = async () => staffHead((await getTranslations('files'))('title'));

export async function FilesAdminPage() {
  return (
    <StaffPage homes={['files']} who="staff">
      <FilesScreen />
    </StaffPage>
  );
}

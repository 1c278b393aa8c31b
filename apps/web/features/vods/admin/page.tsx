import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { VodsAdminScreen } from './screen.tsx';

export const generateMetadata = async () => staffHead((await getTranslations('vods.admin'))('title'));

export async function VodsAdminPage() {
  return (
    <StaffPage homes={['vods']} who="staff">
      <VodsAdminScreen />
    </StaffPage>
  );
}

import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { BoardAdminScreen } from './screen.tsx';

export const generateMetadata = async () => staffHead((await getTranslations('feedback-board'))('adminTitle'));

export async function BoardAdminPage() {
  return (
    <StaffPage homes={['feedback-board']} who="staff">
      <NuqsAdapter>
        <BoardAdminScreen />
      </NuqsAdapter>
    </StaffPage>
  );
}

import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { StaffPage, staffHead } from '../staff-page.tsx';
import { AuditScreen } from './screen.tsx';

export const auditMetadata = async () => staffHead((await getTranslations('admin.places'))('audit'));

export const AuditPage = () => (
  <StaffPage homes={['admin', 'premium']} who="dev">
    <NuqsAdapter>
      <AuditScreen />
    </NuqsAdapter>
  </StaffPage>
);

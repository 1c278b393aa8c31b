import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { IncidentScreen, NewIncidentScreen } from './editor.tsx';
import { IncidentsScreen } from './list.tsx';

export const incidentsMetadata = async () => staffHead((await getTranslations('status.admin'))('title'));

export async function IncidentsAdminPage() {
  return (
    <StaffPage homes={['status']} who="staff">
      <IncidentsScreen />
    </StaffPage>
  );
}

export const incidentMetadata = async () => staffHead((await getTranslations('status.admin'))('editTitle'));

/** The path contains an incident's number, `new`, or `maintenance` for planned maintenance. */
export async function IncidentAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const isNew = id === 'new' || id === 'maintenance';
  return (
    <StaffPage homes={['status']} who="staff">
      {isNew ? <NewIncidentScreen kind={id === 'new' ? 'incident' : 'maintenance'} /> : <IncidentScreen id={id} />}
    </StaffPage>
  );
}

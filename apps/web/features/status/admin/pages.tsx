import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { IncidentScreen, NewIncidentScreen } from './editor.tsx';
import { IncidentsScreen } from './list.tsx';

export async function incidentsMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('status.admin'))('title'), robots: { index: false } };
}

export async function IncidentsAdminPage() {
  return (
    <ClientPage homes={['status']}>
      <AdminGate who="staff">
        <IncidentsScreen />
      </AdminGate>
    </ClientPage>
  );
}

export async function incidentMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('status.admin'))('editTitle'), robots: { index: false } };
}

/** An incident's number, `new`, or `maintenance` for one that is planned. */
export async function IncidentAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const isNew = id === 'new' || id === 'maintenance';
  return (
    <ClientPage homes={['status']}>
      <AdminGate who="staff">
        {isNew ? <NewIncidentScreen kind={id === 'new' ? 'incident' : 'maintenance'} /> : <IncidentScreen id={id} />}
      </AdminGate>
    </ClientPage>
  );
}

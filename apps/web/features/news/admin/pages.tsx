import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { EditorScreen } from './editor.tsx';
import { ChangelogsScreen } from './list.tsx';
import { NoticesScreen } from './notices/screen.tsx';

export async function listMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('news.admin'))('title'), robots: { index: false } };
}

export async function ChangelogsAdminPage() {
  return (
    <ClientPage homes={['news']}>
      <AdminGate who="staff">
        <ChangelogsScreen />
      </AdminGate>
    </ClientPage>
  );
}

export async function editorMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('news.admin'))('editTitle'), robots: { index: false } };
}

export async function ChangelogAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <ClientPage homes={['news']}>
      <AdminGate who="staff">
        <EditorScreen id={id === 'new' ? null : id} />
      </AdminGate>
    </ClientPage>
  );
}

export async function noticesMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('news.notices'))('title'), robots: { index: false } };
}

export async function NoticesAdminPage() {
  return (
    <ClientPage homes={['news']}>
      <AdminGate who="staff">
        <NoticesScreen />
      </AdminGate>
    </ClientPage>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { AdminGate } from '../../admin/gate.tsx';
import { EditorScreen } from './editor.tsx';
import { BlogsScreen } from './list.tsx';

export async function listMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog.admin'))('title'), robots: { index: false } };
}

export async function BlogsAdminPage() {
  return (
    <ClientPage homes={['blog']}>
      <AdminGate who="staff">
        <BlogsScreen />
      </AdminGate>
    </ClientPage>
  );
}

export async function editorMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog.admin'))('editTitle'), robots: { index: false } };
}

export async function BlogAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <ClientPage homes={['blog']}>
      <AdminGate who="staff">
        <EditorScreen id={id === 'new' ? null : id} />
      </AdminGate>
    </ClientPage>
  );
}

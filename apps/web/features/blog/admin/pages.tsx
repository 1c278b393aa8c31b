import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { EditorScreen } from './editor.tsx';
import { BlogsScreen } from './list.tsx';

export const listMetadata = async () => staffHead((await getTranslations('blog.admin'))('title'));

export async function BlogsAdminPage() {
  return (
    <StaffPage homes={['blog']} who="staff">
      <BlogsScreen />
    </StaffPage>
  );
}

export const editorMetadata = async () => staffHead((await getTranslations('blog.admin'))('editTitle'));

export async function BlogAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <StaffPage homes={['blog']} who="staff">
      <EditorScreen id={id === 'new' ? null : id} />
    </StaffPage>
  );
}

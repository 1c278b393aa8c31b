import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { EditorScreen } from './editor.tsx';
import { ChangelogsScreen } from './list.tsx';
import { NoticesScreen } from './notices/screen.tsx';

export const listMetadata = async () => staffHead((await getTranslations('news.admin'))('title'));

export async function ChangelogsAdminPage() {
  return (
    <StaffPage homes={['news']} who="staff">
      <ChangelogsScreen />
    </StaffPage>
  );
}

export const editorMetadata = async () => staffHead((await getTranslations('news.admin'))('editTitle'));

export async function ChangelogAdminPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <StaffPage homes={['news']} who="staff">
      <EditorScreen id={id === 'new' ? null : id} />
    </StaffPage>
  );
}

export const noticesMetadata = async () => staffHead((await getTranslations('news.notices'))('title'));

export async function NoticesAdminPage() {
  return (
    <StaffPage homes={['news']} who="staff">
      <NoticesScreen />
    </StaffPage>
  );
}

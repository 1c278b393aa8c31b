import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../i18n/messages.tsx';
import { ShellProviders } from '../../shell/layout/providers.tsx';
import { getShellData } from '../../shell/shell-data.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StaffPage, staffHead } from '../admin/staff-page.tsx';
import { SetupScreen } from './screen.tsx';

export const setupMetadata = async () => staffHead((await getTranslations('setup'))('title'));

/** Sets up a new installation. The word in its log opens the page. */
export async function SetupPage({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const [{ word }, t, shell] = await Promise.all([searchParams, getTranslations('setup'), getShellData()]);
  return (
    <article className="mx-auto max-w-3xl px-5 py-10">
      <PageHeader title={t('title')} description={t('text')} />
      {typeof word === 'string' && word !== '' ? (
        <ShellProviders shell={shell}>
          <MessagesOf homes={['setup', 'admin']}>
            <SetupScreen word={word} isLoggedIn={shell.isLoggedIn} />
          </MessagesOf>
        </ShellProviders>
      ) : (
        <form action="/setup" className="grid gap-3">
          <p>{t('wordText')}</p>
          <div className="flex gap-2">
            <Input name="word" required aria-label={t('word')} placeholder={t('word')} dir="ltr" autoComplete="off" />
            <Button type="submit" variant="primary">
              {t('open')}
            </Button>
          </div>
        </form>
      )}
    </article>
  );
}

export async function HousePage() {
  const t = await getTranslations('setup');
  return (
    <StaffPage homes={['setup', 'admin']} who="dev">
      <PageHeader title={t('title')} description={t('ownerText')} />
      <SetupScreen word={null} isLoggedIn />
    </StaffPage>
  );
}

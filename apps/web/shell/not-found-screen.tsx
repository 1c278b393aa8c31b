import { Compass } from 'lucide-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { PublicLayout } from './public-layout.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell.notFound');
  return { title: t('title') };
}

export async function NotFoundScreen() {
  const t = await getTranslations('shell.notFound');
  return (
    <Screen
      icon={Compass}
      title={t('title')}
      text={t('text')}
      actions={
        <>
          <ButtonLink variant="primary" href="/" prefetch={false}>
            {t('home')}
          </ButtonLink>
          <ButtonLink href="/dashboard" prefetch={false}>
            {t('dashboard')}
          </ButtonLink>
        </>
      }
    />
  );
}

/** For an address that no layout knows. */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <NotFoundScreen />
    </PublicLayout>
  );
}

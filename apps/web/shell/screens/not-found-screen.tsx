import { Compass } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Input, mostLetters } from '../../ui/fields/input.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LateFirstPaint } from '../layout/late-first-paint.tsx';
import { BestAddresses } from './best-addresses.tsx';

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
    >
      <LateFirstPaint />
      <search>
        <form action="/docs" className="mb-6 flex gap-2">
          <Input name="q" type="search" maxLength={mostLetters.search} aria-label={t('searchLabel')} />
          <Button type="submit">{t('search')}</Button>
        </form>
      </search>
      <BestAddresses names={['docs', 'faq', 'premium', 'status', 'changelogs']} />
    </Screen>
  );
}

/**
 * Handles every unknown URL as a page of the public layout. Next would send a `not-found` at the root with every page,
 * including its header and footer.
 */
export function Missing(): never {
  notFound();
}

'use client';

import { Ban } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

export function AccessDenied() {
  const t = useTranslations('shell.accessDenied');
  const router = useRouter();
  return (
    <Screen
      icon={Ban}
      title={t('title')}
      text={t('text')}
      actions={
        <>
          <ButtonLink variant="primary" href="/dashboard">
            {t('toDashboard')}
          </ButtonLink>
          <Button onClick={() => router.back()}>{t('back')}</Button>
        </>
      }
    >
      <h2 className="font-semibold">{t('tips')}</h2>
      <ul className="mt-1 list-disc ps-5 text-muted">
        <li>{t('tipCache')}</li>
        <li>{t('tipSupport')}</li>
      </ul>
    </Screen>
  );
}

'use client';

import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';

export function SuccessScreen({ title, text }: { title?: string; text?: string }) {
  const t = useTranslations('shell.success');
  return (
    <Screen
      icon={CircleCheck}
      tone="ok"
      title={title ?? t('title')}
      text={text ?? t('text')}
      actions={
        <ButtonLink variant="primary" href="/dashboard">
          {t('toDashboard')}
        </ButtonLink>
      }
    />
  );
}

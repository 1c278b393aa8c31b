import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

/** A success screen. `children` contain links that are more relevant than the dashboard. */
export function SuccessScreen({ title, text, children }: { title?: string; text?: string; children?: ReactNode }) {
  const t = useTranslations('shell.success');
  return (
    <Screen
      icon={CircleCheck}
      tone="ok"
      title={title ?? t('title')}
      text={text ?? t('text')}
      actions={
        <>
          {children}
          <ButtonLink variant={children ? 'quiet' : 'primary'} href="/dashboard">
            {t('toDashboard')}
          </ButtonLink>
        </>
      }
    />
  );
}

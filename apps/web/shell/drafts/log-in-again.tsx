'use client';

import { useTranslations } from 'next-intl';
import { isSessionError } from '../../lib/live/query-client.ts';
import { loginPath } from '../../lib/paths/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { letGo } from '../let-go.ts';

/** Shown after the session expired. The link returns here after the login, and the draft stays in this tab. */
export function LogInAgain({ error, className }: { error: Error | null; className?: string }) {
  const t = useTranslations('shell.header');
  if (!isSessionError(error)) return null;
  return (
    <a
      href="/login"
      data-returns
      onClick={(event) => {
        event.preventDefault();
        letGo();
        window.location.assign(loginPath(window.location.pathname + window.location.search));
      }}
      className={cx(buttonClass('primary', 'compact'), 'flex w-fit', className)}
    >
      {t('logIn')}
    </a>
  );
}

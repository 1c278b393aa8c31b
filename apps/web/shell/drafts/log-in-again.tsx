'use client';

import { useTranslations } from 'next-intl';
import { isSessionError } from '../../lib/live/query-client.ts';
import { loginPath } from '../../lib/paths/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { letGo } from '../let-go.ts';

/**
 * Shown next to a refusal because of an expired session: the link to the login and back. The draft waits in this tab.
 */
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

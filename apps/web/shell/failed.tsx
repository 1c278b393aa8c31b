'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useApiDown } from '../lib/api-health.ts';
import { CallError, isOutage } from '../lib/call.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In the place of data that could not be fetched: what the API said, or that it is down, and another try. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations();
  const said = useFailure(error);
  const isDown = useApiDown() && isOutage(error);
  // Of a server that is not there, the gate around its pages speaks.
  if (error instanceof CallError && error.code === 'serverNotFound') return null;
  return (
    <div role="alert">
      <EmptyState
        title={isDown ? t('shell.apiDown.title') : said}
        text={isDown ? t('shell.apiDown.text') : undefined}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={onRetry}>{t('ui.retry')}</Button>
            {isDown && (
              <a href="/support" className={buttonClass('ghost')}>
                {t('shell.apiDown.join')}
              </a>
            )}
          </div>
        }
      />
    </div>
  );
}

/** The API's own sentence, else the text that belongs to the call. */
export function useFailure(error: Error | null): string {
  return useFailureText()(error);
}

/** The same for failures that come later, or several at once. */
export function useFailureText(): (error: Error | null) => string {
  const t = useTranslations('failures');
  return useCallback((error) => (error instanceof CallError ? (error.text ?? t(error.fallback)) : t('unknown')), [t]);
}

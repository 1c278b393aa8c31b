'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useLinks } from '../lib/browser/use-links.ts';
import { CallError, isOutage, isRefusedField } from '../lib/call.ts';
import { useApiDown } from '../lib/proxy/api-health.ts';
import { type NameOfField, plainRefusal } from '../lib/words/plain-refusal.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces data that could not be fetched with the reason and a retry button. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations();
  const said = useFailure(error);
  const { support } = useLinks();
  const isDown = useApiDown() && isOutage(error);
  // The gate around a server's pages already reports a missing server.
  if (error instanceof CallError && error.code === 'serverNotFound') return null;
  return (
    <div role="alert">
      <EmptyState
        title={isDown ? t('shell.apiDown.title') : said}
        text={isDown ? t('shell.apiDown.text') : undefined}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={onRetry}>{t('ui.retry')}</Button>
            {isDown && support !== null && (
              <a href={support} className={buttonClass('ghost')}>
                {t('shell.apiDown.join')}
              </a>
            )}
          </div>
        }
      />
    </div>
  );
}

/** Shows below a form why its call failed. */
export function Refused({ error, className }: { error: Error | null; className?: string }) {
  const said = useFailure(error);
  return (
    error && (
      <p role="alert" className={cx('whitespace-pre-line text-red text-small', className)}>
        {said}
      </p>
    )
  );
}

/** Returns the API's message, or else the call's fallback. `nameOf` returns the page's labels for its fields. */
export function useFailure(error: Error | null, nameOf?: NameOfField): string {
  return useFailureText(nameOf)(error);
}

/** Returns a function that formats later failures, or several at once. */
export function useFailureText(nameOf?: NameOfField): (error: Error | null) => string {
  const textOf = useAddressedText();
  return useCallback(
    (error) => (isRefusedField(error) ? plainRefusal(textOf(error), nameOf) : textOf(error)),
    [textOf, nameOf],
  );
}

/** Keeps the paths of refused fields, for callers that show each line at its field. */
export function useAddressedText(): (error: Error | null) => string {
  const t = useTranslations('failures');
  return useCallback(
    (error) => {
      if (!(error instanceof CallError)) return t('unknown');
      // The API's message for this code is meant for programs.
      if (error.code === 'idempotencyKeyReused') return t('triedBefore');
      return error.text ?? t(error.fallback);
    },
    [t],
  );
}

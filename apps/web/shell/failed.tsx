'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { CallError } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In the place of data that could not be fetched: what the API said, and another try. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations();
  return (
    <div role="alert">
      <EmptyState title={useFailure(error)} action={<Button onClick={onRetry}>{t('ui.retry')}</Button>} />
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

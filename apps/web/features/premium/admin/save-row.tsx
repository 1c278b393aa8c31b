'use client';

import { useTranslations } from 'next-intl';
import { useFailureText } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';

/** Ends a staff form with the error and the save button. */
export function SaveRow({
  error,
  isPending,
  canSave,
  onSave,
}: {
  error: Error | null;
  isPending: boolean;
  canSave: boolean;
  onSave: () => void;
}) {
  const t = useTranslations('premium.admin');
  const textOf = useFailureText();
  return (
    <>
      {error && (
        <p role="alert" className="whitespace-pre-line rounded-card border border-red p-3 text-red">
          {textOf(error)}
        </p>
      )}
      <Button variant="primary" className="self-end" onClick={onSave} disabled={!canSave} isPending={isPending}>
        {t('save')}
      </Button>
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { Field, FieldInput } from '../../../ui/field.tsx';

const MOST_LETTERS = 200;

export const isReason = (text: string): boolean => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** It stands in the record of the staff; whoever is concerned reads it, too. */
export function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const t = useTranslations('admin.people');
  return (
    <Field label={t('reason')} hint={t('reasonHint')}>
      <FieldInput
        dir="auto"
        maxLength={MOST_LETTERS}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

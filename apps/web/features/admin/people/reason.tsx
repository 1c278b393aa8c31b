'use client';

import { LONGEST_REASON, REASON } from '@tally/contract/wire/reason';
import { useTranslations } from 'next-intl';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';

export const isReason = (text: string): boolean => REASON.test(text);

/** The reason is stored in the audit log, and the affected person can read it. */
export function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const t = useTranslations('admin.people');
  return (
    <Field label={t('reason')} hint={t('reasonHint')}>
      <FieldInput
        dir="auto"
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useAddressedText } from '../../../shell/failed.tsx';
import { type FieldErrors, sortRefusal } from '../field-errors.ts';

/** Why a rule was refused: at its fields, and what belongs to none. `place`: where it stands in a list that was sent. */
export function useRefusal(error: Error | null, place?: number): { atFields: FieldErrors; rest: string | null } {
  const t = useTranslations('overrides.fields');
  const textOf = useAddressedText();
  if (error === null) return { atFields: {}, rest: null };
  const { atFields, rest } = sortRefusal(textOf(error), {
    ...(place === undefined ? {} : { place }),
    numbered: (number, sentence) => t('queryLine', { number, sentence }),
  });
  return { atFields, rest: rest === '' ? null : rest };
}

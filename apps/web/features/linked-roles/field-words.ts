'use client';

import { useTranslations } from 'next-intl';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';
import { isRuleList } from './rule-of.ts';

export function useRuleFields(): FieldWords {
  const t = useTranslations('linked-roles');
  return (field) => ({ name: field === 'roleId' ? t('role') : isRuleList(field) ? t(`lists.${field}`) : field });
}

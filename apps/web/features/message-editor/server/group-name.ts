'use client';

import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import type { MessageGroup } from './groups.ts';

export function useGroupName(): (group: MessageGroup) => string {
  const t = useTranslations('message-editor.server');
  return ({ platforms: [one, other] }) =>
    other ? t('shared', { one: platformNames[one], other: platformNames[other] }) : platformNames[one];
}

'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platformSettings } from '@tally/contract/platforms/words';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { meQuery } from '../../../shell/me.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** The platform is not watched. Staff also see how to change that. */
export function NotSetUp({ platform }: { platform: Platform }) {
  const t = useTranslations('notifications');
  const isStaff = useQuery(meQuery()).data?.isStaff === true;
  const names = { platform: platformNames[platform], settings: platformSettings[platform].join(', ') };
  return (
    <EmptyState
      title={t('notSetUpTitle', names)}
      text={isStaff ? t('notSetUpStaff', names) : t('notSetUpText', names)}
    />
  );
}

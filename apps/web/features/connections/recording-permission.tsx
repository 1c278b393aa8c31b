'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Button } from '../../ui/button.tsx';
import { changePermission, permissionQuery } from '../vods/api.ts';

/** Lets streamers choose whether servers may keep copies of their streams. */
export function RecordingPermission() {
  const t = useTranslations('connections.recordings');
  const { data } = useQuery(permissionQuery());
  const change = useMutation(changePermission(useQueryClient()));
  if (!data) return null;
  const { isAllowed, copies } = data;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-small">
      <p className="min-w-0 flex-1 basis-64 text-muted">{isAllowed ? t('allowed', { copies }) : t('withdrawn')}</p>
      <ConfirmDeed
        key={String(isAllowed)}
        title={isAllowed ? t('withdrawTitle') : t('allowTitle')}
        text={isAllowed ? t('withdrawText', { copies }) : t('allowText')}
        act={change}
        input={!isAllowed}
        variant={isAllowed ? 'danger' : 'primary'}
        label={isAllowed ? t('withdraw') : t('allow')}
        trigger={<Button size="compact">{isAllowed ? t('withdraw') : t('allow')}</Button>}
      />
    </div>
  );
}

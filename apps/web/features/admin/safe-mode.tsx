'use client';

import { type ForgetChoice, forgetChoices } from '@tally/contract/admin/safe-mode';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime, fileSize } from '../../lib/words/format.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Fetching } from '../../shell/fetching.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LateSelect } from '../../ui/fields/late-select.tsx';
import { leaveSafeMode, safetyQuery } from './api.ts';

/** Shown only in safe mode: the reason, the waiting messages, and how to leave it. */
export function SafeMode() {
  const t = useTranslations('admin.safeMode');
  const shell = useTranslations('shell.safeMode');
  const locale = useLocale();
  const router = useRouter();
  const { data } = useQuery(safetyQuery());
  const leave = useMutation(leaveSafeMode(useQueryClient()));
  const [forget, setForget] = useState<ForgetChoice>('olderThanHour');
  if (!data?.safeMode) return null;
  const { safeMode, isFixed, waiting, olderThanHour } = data;
  return (
    <Card className="mb-6">
      <CardHeader
        title={shell('title')}
        description={shell(safeMode.reason)}
        actions={
          !isFixed && (
            <ConfirmDeed
              title={t('leaveTitle')}
              text={t('leaveText')}
              act={leave}
              input={forget}
              variant="primary"
              label={t('leave')}
              trigger={<Button variant="primary">{t('leave')}</Button>}
              // The server renders the banner above every page, so the page must refresh.
              onDone={() => router.refresh()}
            >
              <p aria-hidden className="mt-4 mb-1 font-semibold text-small">
                {t('waited')}
              </p>
              <LateSelect
                label={t('waited')}
                value={forget}
                onChange={setForget}
                choices={forgetChoices.map((value) => ({ value, label: t(`forget.${value}`) }))}
                className="w-full"
              />
            </ConfirmDeed>
          )
        }
      />
      <CardBody>
        <p>{t('waiting', { waiting, olderThanHour })}</p>
        <p className="text-muted text-small">{t('since', { at: dateTime(safeMode.since, locale) })}</p>
        {isFixed && <p className="mt-2">{t('fixed')}</p>}
      </CardBody>
    </Card>
  );
}

/** When the last verified backup was made. `npm run doctor` reports one that is too old. */
export function Backups() {
  const t = useTranslations('admin.backups');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(safetyQuery());
  return (
    <Card className="mb-6">
      <CardHeader title={t('title')} description={data?.isNightly === false ? t('off') : t('nightly')} />
      <CardBody>
        {!data && <Fetching error={error} refetch={refetch} className="h-6" />}
        {data &&
          (data.backup ? (
            <p>{t('last', { at: dateTime(data.backup.madeAt, locale), size: fileSize(data.backup.bytes) })}</p>
          ) : (
            <p className="text-muted">{t('none')}</p>
          ))}
      </CardBody>
    </Card>
  );
}

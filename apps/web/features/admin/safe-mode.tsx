'use client';

import { type ForgetChoice, forgetChoices } from '@tally/contract/admin/safe-mode';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../lib/words/format.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LateSelect } from '../../ui/fields/late-select.tsx';
import { leaveSafeMode, safeModeQuery } from './api.ts';

/** Shown only in safe mode: why it is on, what waits, and the way out. */
export function SafeMode() {
  const t = useTranslations('admin.safeMode');
  const shell = useTranslations('shell.safeMode');
  const locale = useLocale();
  const router = useRouter();
  const { data } = useQuery(safeModeQuery());
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
              // The line above every page comes from the server.
              onDone={() => router.refresh()}
            >
              <LateSelect
                label={t('waited')}
                value={forget}
                onChange={setForget}
                choices={forgetChoices.map((value) => ({ value, label: t(`forget.${value}`) }))}
                className="mt-4 w-full"
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

'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { fullCount } from '../../lib/words/format.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { queuesQuery } from './api.ts';

/** Jobs that have waited for a long time, and jobs that failed so often that staff must check them. */
export function Queues() {
  const t = useTranslations('admin.queues');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(queuesQuery());
  return (
    <Card id="jobs" className="mb-6 scroll-mt-20">
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody>
        {!data && <Fetching error={error} refetch={refetch} className="h-24" />}
        {data?.length === 0 && <p className="text-muted">{t('none')}</p>}
        <ul className="divide-y divide-line">
          {data?.map(({ name, waiting, running, parked }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <bdi className="figures min-w-0 flex-1 basis-40 truncate">{name}</bdi>
              {parked > 0 && <Badge tone="danger">{t('parked', { count: parked })}</Badge>}
              <span className="text-muted text-small">
                {t('line', { waiting: fullCount(waiting, locale), running: fullCount(running, locale) })}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

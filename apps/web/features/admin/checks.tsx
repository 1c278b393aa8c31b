'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { checksQuery } from './api.ts';

/** Shows the findings of `npm run doctor`. A run checks every service once, so it starts only on request. */
export function Checks() {
  const t = useTranslations('admin.checks');
  const locale = useLocale();
  const { data, error, refetch, isFetching } = useQuery(checksQuery());
  const faults = data?.flatMap((check) => check.faults.map((fault) => ({ ...fault, title: check.title })));
  const well = data?.filter((check) => check.faults.length === 0).map(({ title }) => title);
  return (
    <Card className="mb-6">
      <CardHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button variant="ghost" onClick={() => void refetch()} isPending={isFetching}>
            {t('again')}
          </Button>
        }
      />
      <CardBody>
        {!data && <Fetching error={error} refetch={refetch} className="h-24" />}
        {well && well.length > 0 && (
          <p className="text-muted">
            <Badge tone="ok">{t('well')}</Badge> {new Intl.ListFormat(locale).format(well)}
          </p>
        )}
        <ul className="divide-y divide-line">
          {faults?.map(({ title, cause, remedy }) => (
            <li key={cause} className="py-3">
              <p className="font-medium">
                <Badge tone="danger">{title}</Badge> {cause}
              </p>
              <p className="mt-1 text-muted">{remedy}</p>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

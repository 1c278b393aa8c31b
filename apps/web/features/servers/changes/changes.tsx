'use client';

import type { ServerId } from '@tally/contract/ids';
import { useInfiniteQuery, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Failed } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { changesQuery } from '../api.ts';
import { useRows } from '../values/use-rows.ts';
import { ChangeLine } from './line.tsx';
import { useFieldsOf, useSubject } from './words.ts';

/** Who changed what in this server. */
export function Changes({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers.changes');
  const ui = useTranslations('ui');
  const changes = useInfiniteQuery(changesQuery(serverId));
  useFreshAfterWork(serverId);
  const rowsOf = useRows(serverId);
  const fieldsOf = useFieldsOf();
  const subjectOf = useSubject(serverId);
  const list = changes.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Card className="mt-8">
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody>
        {changes.isError && !changes.data ? (
          <Failed error={changes.error} onRetry={() => void changes.refetch()} />
        ) : !changes.data ? (
          <Loading label={ui('loading')}>
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : list.length === 0 ? (
          <p className="text-muted">{t('none')}</p>
        ) : (
          <ol aria-label={t('title')} className="border-t border-line">
            {list.map((change) => (
              <ChangeLine
                key={change.id}
                change={change}
                about={subjectOf(change.what, change.subject)}
                rows={change.fields.flatMap(({ field, before, after }) =>
                  rowsOf(fieldsOf(change.what)(field), before, after),
                )}
              />
            ))}
          </ol>
        )}
        {changes.hasNextPage && (
          <Button className="mt-3" onClick={() => void changes.fetchNextPage()} isPending={changes.isFetchingNextPage}>
            {t('more')}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

/** Whatever was changed in another card of the page has its line as well. */
function useFreshAfterWork(serverId: ServerId): void {
  const client = useQueryClient();
  const isBusy = useIsMutating() > 0;
  useEffect(() => {
    if (isBusy) return;
    const { queryKey } = changesQuery(serverId);
    // The first answer may be under way: it is fresh enough.
    void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }, [client, serverId, isBusy]);
}

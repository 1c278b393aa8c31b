'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useInfiniteQuery, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Fetching } from '../../../shell/fetching.tsx';
import { useRows } from '../../../shell/server/values/use-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { changesQuery } from '../api.ts';
import { ChangeLine } from './line.tsx';
import { useFieldsOf, useSubject } from './words.ts';

/** The record of changes in this server. */
export function Changes({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers.changes');
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
        {!changes.data ? (
          <Fetching {...changes} className="h-40" />
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

/** Changes in other cards of the page have a line as well. */
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

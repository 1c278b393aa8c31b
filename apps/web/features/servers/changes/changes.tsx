'use client';

import type { ChangedThing } from '@tally/contract/servers/calls';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { useInfiniteQuery, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { useRows } from '../../../shell/server/values/use-rows.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { changesQuery } from '../api.ts';
import { ChangeLine } from './line.tsx';
import { useFieldsOf, useSubject } from './words.ts';

const parsers = { by: parseAsString, what: parseAsString };
const ALL = 'all';

/** Lists the changes in this server. */
export function Changes({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers.changes');
  const [{ by, what }, filter] = useQueryStates(parsers);
  const changes = useInfiniteQuery({
    ...changesQuery(serverId, {
      ...(by === null ? {} : { userId: by as UserId }),
      ...(what === null ? {} : { what: what as ChangedThing }),
    }),
    placeholderData: (former) => former,
  });
  useFreshAfterWork(serverId);
  const rowsOf = useRows(serverId);
  const fieldsOf = useFieldsOf();
  const subjectOf = useSubject(serverId);
  const first = changes.data?.pages[0];
  const list = changes.data?.pages.flatMap((page) => page.list) ?? [];
  const people = (first?.people ?? []).map(({ userId, username }) => ({
    value: userId as string,
    label: username ?? t('someone'),
  }));
  const things = (first?.things ?? [])
    .map((value) => ({ value, label: subjectOf(value, null) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Card id="changes" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody>
        <search className="mb-4 grid gap-3 sm:grid-cols-[repeat(2,minmax(0,16rem))]">
          <Select
            label={t('byPerson')}
            choices={[{ value: ALL, label: t('everyone') }, ...people]}
            value={by ?? ALL}
            onChange={(next) => void filter({ by: next === ALL ? null : next })}
          />
          <Select
            label={t('byThing')}
            choices={[{ value: ALL, label: t('everything') }, ...things]}
            value={what ?? ALL}
            onChange={(next) => void filter({ what: next === ALL ? null : next })}
          />
        </search>
        {!changes.data ? (
          <Fetching {...changes} className="h-40" />
        ) : list.length === 0 ? (
          <p className="text-muted">{t(by === null && what === null ? 'none' : 'noMatch')}</p>
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
        <MoreButton list={changes} className="mt-3">
          {t('more')}
        </MoreButton>
      </CardBody>
    </Card>
  );
}

/** Refetches after every save, because settings on the page's other tabs add lines too. */
function useFreshAfterWork(serverId: ServerId): void {
  const client = useQueryClient();
  const isBusy = useIsMutating() > 0;
  useEffect(() => {
    if (isBusy) return;
    // Does not cancel the first request, whose answer is fresh enough.
    void client.invalidateQueries({ queryKey: ['server', serverId, 'changes'] }, { cancelRefetch: false });
  }, [client, serverId, isBusy]);
}

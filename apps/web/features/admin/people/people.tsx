'use client';

import type { Ban } from '@tally/contract/admin/people';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban as BanIcon, DoorOpen } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { bansQuery, endBan } from './api.ts';
import { BanDialog } from './ban-dialog.tsx';
import { Find } from './search.tsx';

export function PeopleScreen() {
  const t = useTranslations('admin');
  return (
    <>
      <PageHeader title={t('places.people')} description={t('places.peopleText')} />
      <Find label={t('people.label')} only={['person']} />
      <Bans />
    </>
  );
}

function Bans() {
  const t = useTranslations('admin.bans');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(bansQuery());
  const bans = data?.pages.flat();
  return (
    <Card className="mt-6">
      <CardHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button icon={BanIcon} variant="danger" onClick={() => setOpen(true)}>
            {t('banServer')}
          </Button>
        }
      />
      <CardBody>
        {!bans && <Fetching error={error} refetch={refetch} className="h-24" />}
        {bans?.length === 0 && <p className="text-muted">{t('none')}</p>}
        <ul className="divide-y divide-line">
          {bans?.map((each) => (
            <Row key={`${each.kind} ${each.subject}`} ban={each} />
          ))}
        </ul>
        <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4">
          {t('more')}
        </MoreButton>
      </CardBody>
      {isOpen && <BanDialog kind="server" onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** The dates of a ban, and the staff member who issued it. */
export function BanFacts({ ban: { since, until, by } }: { ban: Ban }) {
  const t = useTranslations('admin.bans');
  const locale = useLocale();
  const facts = [
    t('since', { at: dateTime(since, locale) }),
    until ? t('until', { at: dateTime(until, locale) }) : t('untilEnded'),
    ...(by ? [t('by', { name: by })] : []),
  ];
  return <span className="block text-muted text-small">{facts.join(' · ')}</span>;
}

function Row({ ban }: { ban: Ban }) {
  const t = useTranslations('admin.bans');
  const { kind, subject, name, reason } = ban;
  const shown = name ?? subject;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-center gap-2">
          {kind === 'person' ? (
            <Link href={`/admin/people/${subject}`} prefetch={false} className="truncate font-semibold hover:underline">
              <bdi>{shown}</bdi>
            </Link>
          ) : (
            <bdi className="truncate font-semibold">{shown}</bdi>
          )}
          <Badge>{t(`kinds.${kind}`)}</Badge>
        </p>
        <p dir="auto" className="wrap-anywhere">
          {reason} <BanFacts ban={ban} />
        </p>
      </div>
      <EndBan kind={kind} id={subject} name={shown} />
    </li>
  );
}

export function EndBan({ kind, id, name }: { kind: Ban['kind']; id: string; name: string }) {
  const t = useTranslations('admin.bans');
  const end = useMutation(endBan(useQueryClient()));
  const label = (
    <>
      <Icon of={DoorOpen} />
      {t('end')}
    </>
  );
  return (
    <ConfirmDeed
      title={t('endTitle')}
      text={name}
      variant="primary"
      act={end}
      input={{ kind, id }}
      label={label}
      trigger={<Button>{label}</Button>}
    />
  );
}

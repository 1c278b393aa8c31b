'use client';

import type { Giveaway, GiveawayEntry } from '@tally/contract/giveaways/views';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { useFailure } from '../../../shell/failed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { toast } from '../../../shell/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Input, mostLetters } from '../../../ui/fields/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Person } from '../../../ui/pictures/person.tsx';
import { entriesQuery, removeEntry } from '../api.ts';

/** Lists the entrants. A manager can remove each one while the giveaway runs. */
export function Entrants({ giveaway }: { giveaway: Giveaway }) {
  const t = useTranslations('giveaways.one');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(entriesQuery(giveaway, search));
  const entries = list.data?.pages.flat() ?? [];
  const canRemove = giveaway.state === 'running' || giveaway.state === 'paused';
  return (
    <Card>
      <CardHeader title={t('entrants')} description={t('entrantsText')} />
      <CardBody className="grid gap-3">
        <Input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={mostLetters.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!list.data && <Fetching {...list} className="h-11" rows={2} />}
        {list.data && entries.length === 0 && (
          <p className="text-muted">{t(search === '' ? 'nobodyYet' : 'nobodyFound')}</p>
        )}
        <ul className="divide-y divide-line rounded-card border border-line empty:hidden">
          {entries.map((entry) => (
            <Entrant key={entry.key} giveaway={giveaway} entry={entry} canRemove={canRemove} />
          ))}
        </ul>
        <MoreButton list={list}>{t('more')}</MoreButton>
      </CardBody>
    </Card>
  );
}

function Entrant({
  giveaway,
  entry: { userId, username, avatar, entries, key, hasWon },
  canRemove,
}: {
  giveaway: Giveaway;
  entry: GiveawayEntry;
  canRemove: boolean;
}) {
  const t = useTranslations('giveaways');
  return (
    <li className="flex min-h-12 items-center gap-3 ps-3 pe-1">
      <Avatar name={username || userId} src={avatar} size={30} />
      <span className="min-w-0 flex-1 py-1.5">
        <Person name={username} userId={userId} className="font-semibold" />
        <span className="block text-muted text-small">
          {t('tickets', { tickets: entries })}
          {' · '}
          <code dir="ltr">{key.slice(0, 12)}</code>
        </span>
      </span>
      {hasWon && <Badge tone="ok">{t('one.hasWon')}</Badge>}
      {canRemove && <RemoveEntry giveaway={giveaway} userId={userId} name={username || userId} />}
    </li>
  );
}

function RemoveEntry({
  giveaway,
  userId,
  name,
}: {
  giveaway: Giveaway;
  userId: GiveawayEntry['userId'];
  name: string;
}) {
  const t = useTranslations('giveaways.one');
  const [isAsked, ask] = useState(false);
  const [reason, setReason] = useState('');
  const remove = useMutation(removeEntry(useQueryClient(), giveaway));
  const refusal = useFailure(remove.error);
  const send = () =>
    remove.mutate(
      { userId, reason: reason.trim() },
      {
        onSuccess(sentence) {
          void toast('success', { title: sentence });
          ask(false);
        },
      },
    );
  return (
    <Confirm
      open={isAsked}
      onOpenChange={ask}
      title={t('removeTitle', { name })}
      description={t('removeText')}
      trigger={<IconButton icon={UserMinus} label={t('removeOf', { name })} />}
      verb={t('remove')}
      icon={<Icon of={UserMinus} />}
      isPending={remove.isPending}
      disabled={reason.trim() === ''}
      onConfirm={send}
    >
      <Field label={t('reason')} hint={t('reasonHint')} error={remove.isError ? refusal : undefined}>
        <FieldInput value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </Confirm>
  );
}

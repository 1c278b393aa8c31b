'use client';

import { mediaBanKinds } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Undo2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { date } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import { useFailure } from '../../../shell/failed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { addBan, bansQuery, type NewBan, removeBan } from '../api.ts';
import { Waiting } from '../waiting.tsx';

/** Lists banned people and videos. */
export function Bans({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing.bans');
  const locale = useLocale();
  const list = useInfiniteQuery(bansQuery(userId));
  const lift = useMutation(removeBan(useQueryClient(), userId));
  const bans = list.data?.pages.flat() ?? [];
  return (
    <div className="grid gap-4">
      <BanForm userId={userId} />
      {!list.data && (
        <Fetching {...list}>
          <Waiting />
        </Fetching>
      )}
      {list.data && bans.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {bans.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {bans.map((ban) => {
            const name = ban.name ?? ban.id;
            const when = date(ban.bannedAt, locale);
            return (
              <li key={ban.banId} className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2">
                    <bdi className="min-w-0 font-semibold wrap-anywhere">{name}</bdi>
                    <Badge>{t(`kinds.${ban.kind}`)}</Badge>
                    <span className="text-muted text-small">{wordIn(t, `places.${ban.where}`) ?? ban.where}</span>
                  </p>
                  <p className="text-muted text-small">
                    {ban.bannedBy === null
                      ? t('when', { date: when })
                      : t('whenBy', { date: when, name: isolated(ban.bannedBy) })}
                  </p>
                </div>
                <IconButton
                  label={t('lift', { name: isolated(name) })}
                  disabled={lift.isPending && lift.variables === ban.banId}
                  onClick={() =>
                    lift.mutate(ban.banId, { onSuccess: (sentence) => void toast('success', { title: sentence }) })
                  }
                >
                  <Icon of={Undo2} className="rtl:-scale-x-100" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <MoreButton list={list} className="justify-self-start">
        {t('more')}
      </MoreButton>
    </div>
  );
}

const placesOf = {
  person: ['kick', 'twitch', 'discord'],
  video: ['youtube', 'tiktok'],
  channel: ['youtube', 'tiktok'],
} as const satisfies Record<NewBan['kind'], readonly NewBan['where'][]>;

function BanForm({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing.bans');
  const add = useCreate(addBan(useQueryClient(), userId));
  const refusal = useFailure(add.error, (field) => (field === 'name' ? t(`name.${kind}`) : null));
  const [kind, setKind] = useState<NewBan['kind']>('person');
  const [where, setWhere] = useState<NewBan['where']>('kick');
  const [name, setName] = useState('');
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || add.isPending) return;
        add.mutate(
          { kind, where, name: name.trim() },
          {
            onSuccess(sentence) {
              void toast('success', { title: sentence });
              setName('');
            },
          },
        );
      }}
    >
      <Labelled label={t('what')} className="min-w-36 max-sm:flex-1">
        <Select
          label={t('what')}
          value={kind}
          choices={mediaBanKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(next) => {
            setKind(next);
            setWhere(placesOf[next][0]);
            add.reset();
          }}
        />
      </Labelled>
      <Labelled label={t('where')} className="min-w-36 max-sm:flex-1">
        <Select
          label={t('where')}
          value={where}
          choices={placesOf[kind].map((value) => ({ value, label: t(`places.${value}`) }))}
          onChange={setWhere}
        />
      </Labelled>
      <Field
        label={t(`name.${kind}`)}
        hint={kind === 'person' ? t('hint') : undefined}
        error={add.isError ? refusal : undefined}
        className="min-w-0 flex-1 basis-60"
      >
        <FieldInput
          value={name}
          maxLength={200}
          required
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => {
            setName(target.value);
            if (add.isError) add.reset();
          }}
        />
      </Field>
      <Button icon={Ban} type="submit" isPending={add.isPending} className="sm:mt-[27px]">
        {t('add')}
      </Button>
    </form>
  );
}

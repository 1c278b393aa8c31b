'use client';

import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useFailure } from '../../../../shell/failed.tsx';
import { Field, FieldInput } from '../../../../ui/fields/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Avatar } from '../../../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { membersQuery } from '../../../live-role/api.ts';
import type { NamedPerson } from './live-role-people.ts';

/** The pause in typing before a search, because each search calls Discord. */
const PAUSE_MS = 300;
const LONGEST = 100;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds members by the start of their name. Enter selects the first one who is not yet selected. */
export function MemberSearch({
  serverId,
  chosen,
  onChoose,
  disabled,
}: {
  serverId: ServerId;
  chosen: readonly UserId[];
  onChoose: (person: NamedPerson) => void;
  disabled: boolean;
}) {
  const t = useTranslations('live-role.people');
  const words = useTranslations('ui');
  const [text, setText] = useState('');
  const query = useSettled(text.trim());
  const members = useQuery(membersQuery(serverId, query));
  const refusal = useFailure(members.error);
  // Hides the results of an earlier text.
  const isCurrent = query !== '' && query === text.trim();
  const found = isCurrent ? members.data?.filter(({ id }) => !chosen.includes(id)) : undefined;
  const choose = ({ id, name }: NamedPerson) => {
    onChoose({ id, name });
    setText('');
  };
  return (
    <>
      <Field label={t('search')} error={isCurrent && members.isError ? refusal : undefined}>
        <FieldInput
          value={text}
          placeholder={t('searchText')}
          maxLength={LONGEST}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found ?? [];
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return;
            event.preventDefault();
            choose(first);
          }}
        />
      </Field>
      {isCurrent && members.isPending && (
        <Loading label={words('loading')} className="mt-2">
          <Skeleton className="h-control w-full" />
        </Loading>
      )}
      <output className="mt-2 block text-muted empty:hidden">
        {isCurrent && members.data?.length === 0 ? t('noneFound') : null}
      </output>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {found?.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              aria-label={t('add', { name: `${member.name} (${member.username})` })}
              onClick={() => choose(member)}
              className="flex min-h-control w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-start hover:bg-raised pointer-coarse:min-h-11"
            >
              <Avatar name={member.name} src={member.avatar} />
              <span className="min-w-0 flex-1 truncate">
                <bdi>{member.name}</bdi> <bdi className="text-muted text-small">{member.username}</bdi>
              </span>
              <Icon of={Plus} size={14} className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

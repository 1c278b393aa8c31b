'use client';

import type { RoleId, UserId } from '@tally/contract/wire/ids';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../../../ui/fields/role-picker.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { shownName } from '../../shown-name.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { linesOf, MOST_PEOPLE, type NamedPerson, withoutPerson, withPerson } from './live-role-people.ts';
import { MemberSearch } from './member-search.tsx';

/** A role that the listed people have while this streamer is live. */
export function LiveRoleSection(scene: EditorSceneProps) {
  const { draft, streamer, server, discord } = scene;
  const t = useTranslations('live-role');
  const why = useTranslations('servers.roles.reasons');
  const roleId = draft.value.liveRoleId ?? null;
  const locked = isLocked(server, 'LiveRole');
  const role = discord?.roles?.find((each) => each.id === roleId);
  const [reason] = role?.reasons ?? [];
  const isGone = roleId !== null && discord?.roles !== undefined && !role;
  const problem = isGone ? t('goneText') : reason ? why(reason) : undefined;
  const set = setIn(draft, 'liveRoleId');
  return (
    <div className="grid gap-5">
      <Field
        label={t('people.role')}
        hint={t('people.roleHint', { streamer: shownName(streamer) })}
        error={problem}
        aside={
          <span className="flex items-center gap-1">
            {locked && <PremiumCrown flag="LiveRole" />}
            {roleId !== null && (
              <Button variant="ghost" size="compact" onClick={() => set(null)}>
                {t('people.noRole')}
              </Button>
            )}
          </span>
        }
      >
        <GivenRolePicker
          label={t('people.role')}
          roles={discord?.roles ?? []}
          value={roleId}
          onChange={(next) => set(next as RoleId | null)}
          disabled={!discord || locked}
          isInvalid={problem !== undefined}
        />
      </Field>
      <People {...scene} isLocked={locked} />
    </div>
  );
}

function People({ draft, streamer, isLocked }: EditorSceneProps & { isLocked: boolean }) {
  const t = useTranslations('live-role.people');
  const [added, setAdded] = useState<readonly NamedPerson[]>([]);
  const ids = draft.value.usersForLiveRole ?? [];
  const holders = streamer.usersWhoHaveLiveRole.length;
  const set = (next: (ids: readonly UserId[]) => UserId[]) =>
    draft.change('usersForLiveRole', (now) => ({ ...now, usersForLiveRole: next(now.usersForLiveRole ?? []) }));
  const add = (person: NamedPerson) => {
    setAdded((before) => [...before, person]);
    set((now) => withPerson(now, person.id));
  };
  const isFull = ids.length >= MOST_PEOPLE;
  return (
    <section aria-label={t('people')}>
      <h3 className="font-semibold text-body">{t('people')}</h3>
      <p className="mb-2 text-muted text-small">
        {t('peopleHint', { limit: MOST_PEOPLE })} {t('have', { count: holders })}
      </p>
      <ul className="mb-3 flex flex-wrap gap-1.5 empty:hidden">
        {linesOf(ids, streamer, added).map(({ id, name, hasRole }) => (
          <li
            key={id}
            className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface ps-2.5"
          >
            <bdi className="min-w-0 truncate" title={id}>
              {name}
            </bdi>
            {hasRole && <Badge tone="ok">{t('hasIt')}</Badge>}
            <IconButton label={t('removePerson', { name })} onClick={() => set((now) => withoutPerson(now, id))}>
              <Icon of={X} size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className="mb-3 text-muted">{t('none')}</p>}
      {isFull ? (
        <p className="text-warn">{t('full', { limit: MOST_PEOPLE })}</p>
      ) : (
        <MemberSearch serverId={streamer.guildId} chosen={ids} onChoose={add} disabled={isLocked} />
      )}
    </section>
  );
}

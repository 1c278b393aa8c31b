'use client';

import type { TeamMembership } from '@tally/contract/teams/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { date } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { leaveTeam } from './api.ts';
import { useRights } from './rights.tsx';

export function JoinedTeams({ list }: { list: readonly TeamMembership[] }) {
  const t = useTranslations('teams.joined');
  return (
    <section aria-label={t('title')}>
      <h2 className="mb-2 font-semibold text-lead">{t('title')}</h2>
      {list.length === 0 ? (
        <p className="text-muted">
          {t('none')}. {t('noneText')}
        </p>
      ) : (
        <ul className="rounded-panel border border-line bg-surface">
          {list.map((team) => (
            <JoinedTeam key={team.teamId} team={team} />
          ))}
        </ul>
      )}
    </section>
  );
}

function JoinedTeam({ team }: { team: TeamMembership }) {
  const t = useTranslations('teams');
  const locale = useLocale();
  const rightsOf = useRights();
  const { teamName, teamLeaderName, teamMembers, bitfield, joinedAt } = team;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <bdi>{teamName}</bdi>
        </p>
        <p className="text-muted text-small wrap-anywhere">
          {t('joined.of', { name: isolated(teamLeaderName ?? t('members.unknown')) })}
          {' · '}
          {t('joined.people', { count: teamMembers })}
          {' · '}
          {t('members.joined', { date: date(joinedAt, locale) })}
        </p>
        <p className="text-muted text-small">{t('joined.may', { rights: rightsOf(bitfield) })}</p>
      </div>
      <Leave team={team} />
    </li>
  );
}

function Leave({ team: { teamId, teamName } }: { team: TeamMembership }) {
  const t = useTranslations('teams.joined');
  const act = useMutation(leaveTeam(useQueryClient()));
  const label = (
    <>
      <Icon of={LogOut} className="rtl:-scale-x-100" />
      {t('leave')}
    </>
  );
  return (
    <ConfirmDeed
      title={t('leaveTitle', { name: teamName })}
      text={t('leaveText')}
      act={act}
      input={teamId}
      label={label}
      trigger={
        <Button size="compact" aria-label={t('leaveOne', { name: teamName })}>
          {label}
        </Button>
      }
    />
  );
}

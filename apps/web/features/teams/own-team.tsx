'use client';

import type { Team } from '@tally/contract/teams/calls';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Crown, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { date } from '../../lib/words/format.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { dissolveTeam, foundTeam, handOver, renameTeam } from './api.ts';
import { Events } from './events.tsx';
import { Invites } from './invites.tsx';
import { Members } from './members.tsx';
import { NameDialog } from './name-dialog.tsx';

export function NoTeam() {
  const t = useTranslations('teams.own');
  const save = useCreate(foundTeam(useQueryClient()));
  return (
    <EmptyState
      title={t('none')}
      text={t('noneText')}
      action={
        <NameDialog
          title={t('foundTitle')}
          text={t('foundText')}
          submit={t('found')}
          before=""
          save={save}
          trigger={
            <Button icon={Plus} variant="primary">
              {t('found')}
            </Button>
          }
        />
      }
    />
  );
}

export function OwnTeam({ team, webUrl }: { team: Team; webUrl: string }) {
  const t = useTranslations('teams.own');
  const locale = useLocale();
  return (
    <section aria-label={t('title')} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-title wrap-anywhere">
            <bdi>{team.teamName}</bdi>
          </h2>
          <p className="text-muted text-small">{t('since', { date: date(team.createdAt, locale) })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Rename team={team} />
          {team.teamMembers.length > 0 && <HandOver team={team} />}
          <Dissolve team={team} />
        </div>
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Members team={team} />
        <div className="grid min-w-0 gap-4">
          <Invites team={team} webUrl={webUrl} />
          <Events teamId={team.teamId} />
        </div>
      </div>
    </section>
  );
}

function Rename({ team }: { team: Team }) {
  const t = useTranslations('teams.own');
  const save = useMutation(renameTeam(useQueryClient(), team.teamId));
  return (
    <NameDialog
      title={t('renameTitle', { name: team.teamName })}
      text={t('renameText')}
      submit={t('save')}
      before={team.teamName}
      save={save}
      trigger={<Button icon={Pencil}>{t('rename')}</Button>}
    />
  );
}

function HandOver({ team }: { team: Team }) {
  const t = useTranslations('teams');
  const act = useMutation(handOver(useQueryClient(), team.teamId));
  const choices = team.teamMembers.map(({ userId, username }) => ({
    value: userId as string,
    label: username ?? t('members.unknown'),
  }));
  const [wanted, want] = useState('');
  // The selected member may have left the team.
  const chosen = choices.find(({ value }) => value === wanted) ?? choices[0];
  return (
    <ConfirmDeed
      title={t('own.handOverTitle', { name: team.teamName })}
      text={t('own.handOverText')}
      act={act}
      input={(chosen?.value ?? '') as UserId}
      label={
        <>
          <Icon of={Crown} />
          {t('own.handOverTo', { name: chosen?.label ?? '' })}
        </>
      }
      trigger={<Button icon={Crown}>{t('own.handOver')}</Button>}
    >
      <Labelled label={t('own.newLeader')}>
        <Select label={t('own.newLeader')} choices={choices} value={chosen?.value ?? ''} onChange={want} />
      </Labelled>
    </ConfirmDeed>
  );
}

function Dissolve({ team }: { team: Team }) {
  const t = useTranslations('teams.own');
  const act = useMutation(dissolveTeam(useQueryClient(), team.teamId));
  const label = (
    <>
      <Icon of={Trash2} />
      {t('dissolve')}
    </>
  );
  return (
    <ConfirmDeed
      title={t('dissolveTitle', { name: team.teamName })}
      text={t('dissolveText', { people: team.teamMembers.length })}
      act={act}
      input={undefined}
      label={label}
      trigger={<Button variant="danger">{label}</Button>}
    />
  );
}

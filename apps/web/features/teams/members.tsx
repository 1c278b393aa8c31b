'use client';

import { fixedLimits } from '@tally/contract/premium/limits';
import type { Team, TeamMember } from '@tally/contract/teams/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { date } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Switch, SwitchRow } from '../../ui/fields/switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { flagsIn, removeMember, teamFlagNames, updateMember, withFlag } from './api.ts';
import { shortOf } from './link-of.ts';

export function Members({ team }: { team: Team }) {
  const t = useTranslations('teams.members');
  const { teamMembers: list } = team;
  return (
    <Card aria-label={t('title')} className="min-w-0">
      <CardHeader
        title={t('title')}
        actions={
          <span className="figures text-muted">
            {t('count', { count: list.length, most: fixedLimits.teamMembers })}
          </span>
        }
      />
      {list.length === 0 ? (
        <CardBody>
          <p className="font-medium">{t('none')}</p>
          <p className="text-muted">{t('noneText')}</p>
        </CardBody>
      ) : (
        <ul className="mt-3 border-t border-line">
          {list.map((member) => (
            <Member key={member.userId} member={member} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Member({ member }: { member: TeamMember }) {
  const t = useTranslations('teams');
  const name = member.username ?? t('members.unknown');
  return (
    <li className="grid gap-3 border-b border-line px-5 py-3.5 last:border-b-0">
      <div className="flex items-start gap-3">
        <Avatar name={name} src={member.avatar} size={36} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-muted text-small wrap-anywhere">
            <Story member={member} />
          </p>
          {member.kickUsername !== null && member.kickUsername !== member.username && (
            <p className="text-muted text-small wrap-anywhere">
              {t('members.kick', { name: isolated(member.kickUsername) })}
            </p>
          )}
        </div>
        <Remove member={member} name={name} />
      </div>
      <Bits member={member} name={name} />
    </li>
  );
}

/** Shows when a member joined, and with which invitation. */
function Story({ member: { joinedAt, cameBy } }: { member: TeamMember }) {
  const t = useTranslations('teams.members');
  const locale = useLocale();
  const made = cameBy && date(cameBy.createdAt, locale);
  const by = !cameBy
    ? t('ledBefore')
    : cameBy.code === null
      ? t('cameByLost', { date: made ?? '' })
      : t('cameBy', { code: isolated(shortOf(cameBy.code)), date: made ?? '' });
  return (
    <>
      {t('joined', { date: date(joinedAt, locale) })}
      {' · '}
      {by}
    </>
  );
}

function Bits({ member, name }: { member: TeamMember; name: string }) {
  const t = useTranslations('teams');
  const update = useMutation(updateMember(useQueryClient(), member.teamId));
  const held = flagsIn(member.bitfield);
  return (
    <ul className="grid gap-2">
      {teamFlagNames.map((flag) => (
        <li key={flag} className="flex items-center justify-between gap-4 rounded-card bg-raised px-3 py-2">
          <span className="min-w-0">{t(`rights.${flag}`)}</span>
          <Switch
            aria-label={t('members.may', { right: t(`rights.${flag}`), name })}
            checked={held.includes(flag)}
            onChange={(isOn) =>
              update.mutate({ userId: member.userId, bitfieldToSet: withFlag(member.bitfield, flag, isOn) })
            }
          />
        </li>
      ))}
    </ul>
  );
}

function Remove({ member, name }: { member: TeamMember; name: string }) {
  const t = useTranslations('teams.members');
  const act = useMutation(removeMember(useQueryClient(), member.teamId));
  const [revokes, setRevokes] = useState(true);
  const canRevoke = member.cameBy?.isOpen === true;
  return (
    <ConfirmDeed
      title={t('removeTitle', { name })}
      text={t('removeText')}
      act={act}
      input={{ userId: member.userId, revokesInvite: canRevoke && revokes }}
      label={
        <>
          <Icon of={UserMinus} />
          {t('remove')}
        </>
      }
      trigger={
        <Button icon={UserMinus} size="compact" variant="ghost" aria-label={t('removeOne', { name })}>
          <span className="max-sm:sr-only">{t('remove')}</span>
        </Button>
      }
    >
      {canRevoke && (
        <SwitchRow label={t('alsoRevoke')} hint={t('alsoRevokeText')} checked={revokes} onChange={setRevokes} />
      )}
    </ConfirmDeed>
  );
}

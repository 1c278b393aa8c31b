'use client';

import type { TeamInvitation } from '@tally/contract/teams/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass, Unlink, UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { CallError } from '../../lib/call.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Failed, useFailure } from '../../shell/failed.tsx';
import { meQuery } from '../../shell/me.ts';
import { SuccessScreen } from '../../shell/screens/success-screen.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { flagsIn, invitationQuery, joinTeam } from './api.ts';
import { Rights } from './rights.tsx';

/** Shows the team and the rights of an invitation, and the button to join. */
export function JoinScreen({ code, isLoggedIn }: { code: string; isLoggedIn: boolean }) {
  const t = useTranslations('teams.join');
  const words = useTranslations('ui');
  const { data, error, refetch } = useQuery(invitationQuery(code));
  const join = useCreate(joinTeam(useQueryClient(), code));
  if (join.isSuccess)
    return (
      <SuccessScreen title={t('done')} text={t('doneText', { team: isolated(data?.teamName ?? '') })}>
        <Next invitation={data} />
      </SuccessScreen>
    );
  // Another person may use up the invitation while this page is open.
  const refusal = [join.error, error].find((each) => each instanceof CallError);
  if (refusal instanceof CallError && refusal.status === 404) return <NotValid />;
  if (refusal instanceof CallError && refusal.code === 'tooManyWrongCodes') return <TooMany error={refusal} />;
  if (data) return <Invitation code={code} invitation={data} isLoggedIn={isLoggedIn} join={join} />;
  return (
    <div className="mx-auto max-w-lg px-5 py-16">
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={words('loading')} className="grid gap-4">
          <Skeleton className="size-14 rounded-full" />
          <Skeleton className="h-9 w-72" />
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
    </div>
  );
}

function Invitation({
  code,
  invitation,
  isLoggedIn,
  join,
}: {
  code: string;
  invitation: TeamInvitation;
  isLoggedIn: boolean;
  join: ReturnType<typeof useCreate<string>>;
}) {
  const t = useTranslations('teams.join');
  const { teamName, teamLeaderName: leader, teamLeaderAvatar, teamMembers, bitfieldToSet } = invitation;
  const flags = flagsIn(bitfieldToSet);
  return (
    <div className="mx-auto grid max-w-lg gap-6 px-5 py-16">
      <header>
        <Avatar name={leader ?? '?'} src={teamLeaderAvatar} size={56} />
        <p className="mt-5 text-lead text-muted wrap-anywhere">
          {leader === null ? t('fromNobody') : t('from', { leader: isolated(leader) })}
        </p>
        <h1 className="page-title mt-1 text-balance wrap-anywhere">
          <bdi>{teamName}</bdi>
        </h1>
        <p className="mt-1 text-muted">{t('people', { count: teamMembers })}</p>
      </header>
      <section aria-labelledby="could" className="rounded-panel border border-line bg-surface px-5 py-4">
        <h2 id="could" className="mb-2 font-semibold text-lead">
          {t('could')}
        </h2>
        {flags.length === 0 ? <p className="text-muted">{t('couldNothing')}</p> : <Rights flags={flags} />}
      </section>
      <Way code={code} invitation={invitation} isLoggedIn={isLoggedIn} join={join} />
    </div>
  );
}

function Way({ code, invitation, isLoggedIn, join }: Parameters<typeof Invitation>[0]) {
  const { isMember, isLeader, isFull, teamLeaderName: leader } = invitation;
  const t = useTranslations('teams.join');
  const refusal = useFailure(join.error);
  if (isMember || isLeader)
    return (
      <div className="grid justify-items-start gap-4">
        <p>{t(isLeader ? 'leads' : 'member')}</p>
        <Next invitation={invitation} />
      </div>
    );
  if (isFull) return <p>{leader === null ? t('fullOfNobody') : t('full', { leader: isolated(leader) })}</p>;
  const isSessionOver = join.error instanceof CallError && join.error.status === 401;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-muted text-small">{t('leaderSees')}</p>
      {isLoggedIn && !isSessionOver ? (
        <Button icon={UserPlus} variant="primary" isPending={join.isPending} onClick={() => join.mutate()}>
          {t('join')}
        </Button>
      ) : (
        // A plain link: the route redirects to Discord, and people return here after the login.
        <a className={buttonClass('primary')} href={`/login?next=${encodeURIComponent(`/teams/join/${code}`)}`}>
          <Icon of={UserPlus} />
          {t('logIn')}
        </a>
      )}
      {join.isError && (
        <p role="alert" className="text-red">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** Links to the room that the member can manage, and to the list of teams. */
function Next({ invitation }: { invitation: TeamInvitation | undefined }) {
  const t = useTranslations('teams.join');
  const me = useQuery(meQuery()).data?.discord.id;
  const { teamLeaderId: leaderId = null, teamLeaderName: leader, bitfieldToSet = 0n } = invitation ?? {};
  const mayRun = leaderId !== null && flagsIn(bitfieldToSet).includes('ManageMediaShare');
  return (
    <div className="flex flex-wrap gap-3">
      {mayRun && (
        <ButtonLink variant="primary" href={`/dashboard/user/${leaderId}/media-sharing`}>
          {leader ? t('toRoom', { leader: isolated(leader) }) : t('toRoomOfNobody')}
        </ButtonLink>
      )}
      <ButtonLink variant={mayRun ? 'quiet' : 'primary'} href={me ? `/dashboard/user/${me}/teams` : '/dashboard'}>
        {t('toTeams')}
      </ButtonLink>
    </div>
  );
}

/** All invalid invitations show the same text, so it reveals nothing about them. */
function NotValid() {
  const t = useTranslations('teams.join');
  return (
    <Screen
      icon={Unlink}
      title={t('badTitle')}
      text={t('badText')}
      actions={<ButtonLink href="/">{t('toStart')}</ButtonLink>}
    />
  );
}

function TooMany({ error }: { error: CallError }) {
  const t = useTranslations('teams.join');
  return (
    <Screen
      icon={Hourglass}
      title={t('manyTitle')}
      text={useFailure(error)}
      actions={<ButtonLink href="/">{t('toStart')}</ButtonLink>}
    />
  );
}

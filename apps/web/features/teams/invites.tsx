'use client';

import type { Team, TeamInvite } from '@tally/contract/teams/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Copy } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { putInClipboard } from '../../lib/browser/clipboard.ts';
import { dateTime, relativeTime } from '../../lib/words/format.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { revokeInvite } from './api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { linkOf, shortOf } from './link-of.ts';
import { useRights } from './rights.tsx';

export function Invites({ team, webUrl }: { team: Team; webUrl: string }) {
  const t = useTranslations('teams.invites');
  const { activeInvites: list } = team;
  return (
    <Card aria-label={t('title')} className="min-w-0">
      <CardHeader title={t('title')} description={t('text')} actions={<InviteDialog team={team} webUrl={webUrl} />} />
      {list.length === 0 ? (
        <CardBody>
          <p className="text-muted">{t('none')}</p>
        </CardBody>
      ) : (
        <ul className="mt-3 border-t border-line">
          {list.map((invite) => (
            <Invite key={invite.inviteId} invite={invite} webUrl={webUrl} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Invite({ invite, webUrl }: { invite: TeamInvite; webUrl: string }) {
  const t = useTranslations('teams.invites');
  const locale = useLocale();
  const rightsOf = useRights();
  const [now] = useState(() => new Date());
  const { code, currentUses: uses, maxUses, expiresAt, bitfieldToSet } = invite;
  return (
    <li className="grid gap-2 border-b border-line px-5 py-3.5 last:border-b-0">
      <div className="min-w-0">
        <p className="figures font-medium wrap-anywhere">
          <bdi dir="ltr">{code ?? '…'}</bdi>
        </p>
        <p className="text-muted text-small">
          {maxUses === null ? t('usesOpen', { uses }) : t('usesOf', { uses, most: maxUses })}
          {' · '}
          {expiresAt === null ? (
            t('never')
          ) : (
            <time dateTime={expiresAt.toISOString()} title={dateTime(expiresAt, locale)}>
              {t('ends', { time: relativeTime(expiresAt, now, locale) })}
            </time>
          )}
        </p>
        <p className="text-muted text-small">{t('gives', { rights: rightsOf(bitfieldToSet) })}</p>
        {code === null && <p className="text-small text-warn">{t('lost')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {code !== null && <CopyLink link={linkOf(webUrl, code)} name={shortOf(code)} />}
        <Revoke invite={invite} />
      </div>
    </li>
  );
}

function CopyLink({ link, name }: { link: string; name: string }) {
  const t = useTranslations('teams.invites');
  const copy = async () => {
    const isDone = await putInClipboard(link);
    if (isDone) await toast('success', { title: t('copied') });
    else await toast('warning', { title: t('notCopied'), text: link });
  };
  return (
    <Button icon={Copy} size="compact" aria-label={t('copyOne', { code: name })} onClick={() => void copy()}>
      {t('copy')}
    </Button>
  );
}

function Revoke({ invite }: { invite: TeamInvite }) {
  const t = useTranslations('teams.invites');
  const act = useMutation(revokeInvite(useQueryClient(), invite.teamId));
  const code = invite.code === null ? '…' : shortOf(invite.code);
  const label = (
    <>
      <Icon of={Ban} />
      {t('revoke')}
    </>
  );
  return (
    <ConfirmDeed
      title={t('revokeTitle', { code })}
      text={t('revokeText')}
      act={act}
      input={invite.inviteId}
      label={label}
      trigger={
        <Button size="compact" variant="ghost" aria-label={t('revokeOne', { code })}>
          {label}
        </Button>
      }
    />
  );
}

'use client';

import { fixedLimits } from '@tally/contract/premium/limits';
import { type Team, teamLimits } from '@tally/contract/teams/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Link2, UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Refused } from '../../shell/failed.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel, DialogClose } from '../../ui/layers/dialog.tsx';
import { makeInvite } from './api.ts';
import { InviteForm, type Wishes, wishesAtFirst } from './invite-form.tsx';
import { NewLink } from './new-link.tsx';

const DAY_MS = 86_400_000;
const lengths = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: teamLimits.days * DAY_MS, never: null };

/** Creates an invitation: explains its purpose, warns again if it has no limits, and shows the link. */
export function InviteDialog({ team, webUrl }: { team: Team; webUrl: string }) {
  const t = useTranslations('teams.invites');
  const words = useTranslations('ui');
  const make = useCreate(makeInvite(useQueryClient(), team.teamId));
  const [isOpen, setOpen] = useState(false);
  const [wishes, wish] = useState<Wishes>(wishesAtFirst);
  const [isAsking, ask] = useState(false);
  const open = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    wish(wishesAtFirst);
    ask(false);
    make.reset();
  };
  const { uses, isForAnyNumber, until, bitfield } = wishes;
  const doubt = isForAnyNumber ? (until === 'never' ? 'sureBoth' : 'sureUses') : until === 'never' ? 'sureNever' : null;
  const isBad = !isForAnyNumber && (!Number.isInteger(uses) || uses < 1 || uses > teamLimits.uses);
  const submit = () => {
    const length = lengths[until];
    const expiresAt = length === null ? null : Date.now() + length;
    make.mutate({ bitfieldToSet: bitfield, maxUses: isForAnyNumber ? null : uses, expiresAt });
  };
  return (
    <Dialog
      title={make.data ? t('doneTitle') : t('makeTitle', { name: team.teamName })}
      description={make.data ? t('doneText') : t('makeText')}
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button icon={UserPlus} variant="primary" disabled={team.activeInvites.length >= fixedLimits.openInvites}>
          {t('make')}
        </Button>
      }
      actions={
        make.data ? (
          <DialogClose>
            <Button>{words('close')}</Button>
          </DialogClose>
        ) : (
          <Actions
            isAsking={isAsking}
            isBad={isBad}
            isPending={make.isPending}
            onBack={() => ask(false)}
            onGo={() => (doubt !== null && !isAsking ? ask(true) : submit())}
          />
        )
      }
    >
      {make.data ? (
        <NewLink webUrl={webUrl} code={make.data} />
      ) : isAsking && doubt !== null ? (
        <p role="alert" className="rounded-card border border-warn/45 px-3 py-2 text-warn">
          {t(doubt)}
        </p>
      ) : (
        <InviteForm wishes={wishes} onChange={wish} />
      )}
      <Refused error={make.error} className="mt-3" />
    </Dialog>
  );
}

function Actions({
  isAsking,
  isBad,
  isPending,
  onBack,
  onGo,
}: {
  isAsking: boolean;
  isBad: boolean;
  isPending: boolean;
  onBack: () => void;
  onGo: () => void;
}) {
  const t = useTranslations('teams.invites');
  return (
    <>
      {isAsking ? <Button onClick={onBack}>{t('back')}</Button> : <DialogCancel />}
      <Button
        icon={Link2}
        variant={isAsking ? 'danger' : 'primary'}
        disabled={isBad}
        isPending={isPending}
        onClick={onGo}
      >
        {t(isAsking ? 'sure' : 'makeLink')}
      </Button>
    </>
  );
}

'use client';

import { type GivenFlag, givenFlags } from '@tally/contract/admin/people';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { setFlags } from './api.ts';
import { isReason, ReasonField } from './reason.tsx';

/** A person's roles in the project. */
export function Flags({ userId, flags }: { userId: UserId; flags: readonly GivenFlag[] }) {
  const t = useTranslations('admin.people');
  const [wanted, setWanted] = useState(flags);
  const [reason, setReason] = useState('');
  const save = useMutation(setFlags(useQueryClient(), userId));
  const failure = useFailure(save.error);
  const isSame = givenFlags.every((flag) => wanted.includes(flag) === flags.includes(flag));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(
      { flags: [...wanted], reason: reason.trim() },
      { onSuccess: (sentence) => void toast('success', { title: sentence }) },
    );
  };
  return (
    <Card>
      <CardHeader title={t('flags')} description={t('flagsText')} />
      <CardBody>
        <form onSubmit={send} className="grid justify-items-start gap-3">
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {givenFlags.map((flag) => (
              <label key={flag} className="flex min-h-control cursor-pointer items-center gap-2.5">
                <Checkbox
                  label={t(`flag.${flag}`)}
                  checked={wanted.includes(flag)}
                  onChange={(isOn) => setWanted(isOn ? [...wanted, flag] : wanted.filter((each) => each !== flag))}
                />
                {t(`flag.${flag}`)}
              </label>
            ))}
          </div>
          {!isSame && <ReasonField reason={reason} onChange={setReason} />}
          <SaveProblem text={save.isError ? failure : null} />
          {!isSame && (
            <Button type="submit" variant="primary" isPending={save.isPending} disabled={!isReason(reason)}>
              {t('save')}
            </Button>
          )}
        </form>
      </CardBody>
    </Card>
  );
}

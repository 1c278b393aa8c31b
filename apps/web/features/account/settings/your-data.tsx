'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { apiPath } from '../../../lib/paths/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { deleteUser, saveNewsByEmail } from '../api.ts';

export function YourData({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  return (
    <Card>
      <CardHeader title={t('data')} description={t('dataText')} />
      <CardBody className="flex flex-wrap gap-2">
        {me.discord.email !== null && (
          <div className="w-full">
            <NewsSwitch me={me} />
          </div>
        )}
        <a href={apiPath(`/data/user/${me.discord.id}/export`)} download className={buttonClass()}>
          <Icon of={Download} />
          {t('export')}
        </a>
        <DeleteAccount me={me} />
      </CardBody>
    </Card>
  );
}

const FORM = 'delete-account';

/** Removes the cookie and opens the home page, because all sessions have ended. */
async function leave(): Promise<void> {
  await fetch('/logout', { method: 'POST', redirect: 'manual' });
  window.location.assign('/');
}

/** Asks for the account name, so people think twice before they delete the account. */
function DeleteAccount({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  const remove = useMutation(deleteUser(me.discord.id));
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const isRight = typed.trim() === me.discord.username;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isRight) remove.mutate(undefined, { onSuccess: () => void leave() });
  };
  return (
    <Dialog
      onOpenChange={() => {
        setTyped('');
        setTried(false);
      }}
      trigger={
        <Button icon={Trash2} variant="danger">
          {t('delete')}
        </Button>
      }
      title={t('deleteTitle')}
      description={t('deleteText')}
      actions={
        <>
          <DialogCancel />
          <Button icon={Trash2} variant="danger" type="submit" form={FORM} isPending={remove.isPending}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <Field
          label={t('typeName', { name: me.discord.username })}
          error={isTried && !isRight ? t('nameDiffers', { name: me.discord.username }) : undefined}
        >
          <FieldInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** News emails are off until the person turns them on. */
function NewsSwitch({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  const [isOn, setOn] = useState(me.database.newsByEmail);
  const save = useMutation(saveNewsByEmail(useQueryClient(), me.discord.id));
  const change = (next: boolean) => {
    setOn(next);
    save.mutate(next, { onError: () => setOn(!next) });
  };
  return <SwitchRow label={t('newsByEmail')} hint={t('newsByEmailText')} checked={isOn} onChange={change} />;
}

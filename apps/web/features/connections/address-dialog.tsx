'use client';

import type { AboutPlatform } from '@tally/contract/platforms/about';
import { aboutPlatforms, type PlatformToLink } from '@tally/contract/platforms/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { connectAddress } from './api.ts';

const FORM = 'api-address';
const LONGEST = 600;

/** Anyone who knows this URL can broadcast as the creator, so a password field hides it. */
export function AddressDialog({ platform }: { platform: PlatformToLink }) {
  const { apiUrlPage }: AboutPlatform = aboutPlatforms[platform];
  const t = useTranslations('connections');
  const failure = useFailureText();
  const connect = useMutation(connectAddress(useQueryClient(), platform));
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [isTried, setTried] = useState(false);
  const isAddress = URL.canParse(address.trim());
  const open = (next: boolean) => {
    setOpen(next);
    setAddress('');
    setTried(false);
    connect.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isAddress) return;
    connect.mutate(address.trim(), {
      onSuccess: (sentence) => {
        open(false);
        void toast('success', { title: sentence });
      },
    });
  };
  const problem = isTried && !isAddress ? t('notAnAddress') : connect.error ? failure(connect.error) : undefined;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button icon={KeyRound} size="compact">
          {t('pasteAddress')}
        </Button>
      }
      title={t('addressTitle')}
      description={t('addressText')}
      actions={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form={FORM} isPending={connect.isPending}>
            {t('connect')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate>
        <Field
          label={t('address')}
          error={problem}
          hint={
            <a href={apiUrlPage} target="_blank" rel="noreferrer" className="underline underline-offset-2">
              {t('whereAddress')}
            </a>
          }
        >
          <FieldInput
            type="password"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              connect.reset();
            }}
            maxLength={LONGEST}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        </Field>
      </form>
    </Dialog>
  );
}

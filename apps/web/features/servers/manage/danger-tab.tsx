'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { removeServer } from '../api.ts';
import { target } from './target.ts';

export function DangerTab({ server }: { server: GuildInfo }) {
  const t = useTranslations('servers.danger');
  const router = useRouter();
  const remove = useMutation(removeServer(useQueryClient(), server.guildId));
  const [typed, setTyped] = useState('');
  return (
    <div className="max-w-3xl">
      <Card {...target('remove-data')}>
        <CardHeader title={t('title')} description={t('text')} />
        <CardBody className="grid gap-4">
          <ul className="grid list-disc gap-1 ps-5">
            <li>{t('leaves')}</li>
            <li>{t('deletes')}</li>
            <li>{t('stays')}</li>
          </ul>
          {server.isPremium && <p className="text-warn">{t.rich('plan', { link: toSubscription })}</p>}
          <div>
            <ConfirmDeed
              title={t('confirmTitle', { server: server.name })}
              text={t('confirmText')}
              act={remove}
              input={undefined}
              isDisabled={typed.trim() !== server.name.trim()}
              label={
                <>
                  <Icon of={Trash2} />
                  {t('remove')}
                </>
              }
              trigger={
                <Button icon={Trash2} variant="danger">
                  {t('remove')}
                </Button>
              }
              onDone={() => router.replace('/select')}
            >
              <Field label={t('typeName', { server: server.name })}>
                <FieldInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
              </Field>
            </ConfirmDeed>
          </div>
        </CardBody>
      </Card>
    </div>
  );
}

const toSubscription = (words: ReactNode) => (
  <Link href="/manage-subscription" className="underline underline-offset-2">
    {words}
  </Link>
);

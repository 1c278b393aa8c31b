'use client';

import type { PublicMediaRoom } from '@tally/contract/media-sharing/views';
import { isShortVideo } from '@tally/contract/platforms/words';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useFailure } from '../../../shell/failed.tsx';
import { LogInButton } from '../../../shell/header/log-in-button.tsx';
import type { ShellData } from '../../../shell/shell-data.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { requestMedia } from '../api.ts';
import { isolated, videoTime } from '../format.ts';

const MOST_LETTERS = 2000;

/** A link or words, and a password where the owner wants one. Who is logged out comes back here. */
export function RequestForm({ room, shell }: { room: PublicMediaRoom; shell: ShellData }) {
  const t = useTranslations('media-sharing.public');
  return (
    <Card aria-label={t('formTitle')}>
      <CardHeader title={t('formTitle')} description={shell.isLoggedIn ? undefined : t('logInText')} />
      <CardBody>
        {shell.isLoggedIn ? <Fields room={room} /> : <LogInButton shell={shell} label={t('logIn')} />}
      </CardBody>
    </Card>
  );
}

function Fields({ room }: { room: PublicMediaRoom }) {
  const t = useTranslations('media-sharing.public');
  const words = useTranslations('media-sharing');
  const locale = useLocale();
  const link = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const send = useCreate(requestMedia(useQueryClient(), room.name));
  const refusal = useFailure(send.error, (field) =>
    field === 'text' ? t('link') : field === 'password' ? t('password') : null,
  );
  const kinds = new Intl.ListFormat(locale).format(room.modes.map((mode) => words(`kinds.${mode}`)));
  const longest = videoTime(room.longestSeconds);
  const hasShort = room.modes.some(isShortVideo) && room.longestShortSeconds !== room.longestSeconds;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const text = link.current?.value.trim() ?? '';
        if (text === '' || send.isPending) return;
        const secret = password.current?.value ?? '';
        send.mutate(
          { text, ...(room.needsPassword && secret !== '' ? { password: secret } : {}) },
          {
            onSuccess(sentence) {
              void toast('success', { title: sentence });
              // The password stays: the next request needs it again.
              if (link.current) link.current.value = '';
            },
          },
        );
      }}
    >
      <Field
        label={t('link')}
        hint={
          hasShort
            ? t('linkHintShort', { kinds, longest, short: videoTime(room.longestShortSeconds) })
            : t('linkHint', { kinds, longest })
        }
        error={send.isError ? refusal : undefined}
      >
        <FieldInput
          ref={link}
          name="text"
          required
          dir="auto"
          inputMode="url"
          autoComplete="off"
          maxLength={MOST_LETTERS}
          onChange={() => send.isError && send.reset()}
        />
      </Field>
      {room.needsPassword && (
        <Field label={t('password')} hint={t('passwordHint', { name: isolated(room.owner.name) })}>
          <FieldInput ref={password} name="room-password" type="password" required autoComplete="off" maxLength={72} />
        </Field>
      )}
      <Button type="submit" variant="primary" isPending={send.isPending} className="max-sm:h-12 sm:justify-self-start">
        <Icon of={Send} className="rtl:-scale-x-100" />
        {t('send')}
      </Button>
    </form>
  );
}

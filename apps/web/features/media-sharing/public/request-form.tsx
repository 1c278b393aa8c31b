'use client';

import type { OfferedVideo, PublicMediaRoom } from '@tally/contract/media-sharing/views';
import { isShortVideo } from '@tally/contract/platforms/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { isolated } from '../../../lib/words/mentions.ts';
import { useFailure } from '../../../shell/failed.tsx';
import { LogInButton } from '../../../shell/header/log-in-button.tsx';
import type { ShellData } from '../../../shell/shell-data.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { requestMedia, searchMedia } from '../api.ts';
import { videoTime } from '../format.ts';
import { useTitle, VideoLine } from '../video-line.tsx';

const MOST_LETTERS = 2000;
/** Other texts are searches. The server also finds links between other words. */
const looksLikeLink = /^\S+\.\S+\/\S*$/;

/** Accepts a link or search words, and a password if the room has one. Logged-out people return here after login. */
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
  const search = useMutation(searchMedia(room.name));
  const refusal = useFailure(search.error ?? send.error, (field) =>
    field === 'text' ? t('link') : field === 'password' ? t('password') : null,
  );
  const reset = () => {
    search.reset();
    send.reset();
  };
  const withPassword = (text: string) => {
    const secret = password.current?.value ?? '';
    return { text, ...(room.needsPassword && secret !== '' ? { password: secret } : {}) };
  };
  const request = (text: string) =>
    send.mutate(withPassword(text), {
      onSuccess(sentence) {
        void toast('success', { title: sentence });
        search.reset();
        // Keeps the password, because the next request needs it again.
        if (link.current) link.current.value = '';
      },
    });
  const kinds = new Intl.ListFormat(locale).format(room.modes.map((mode) => words(`kinds.${mode}`)));
  const longest = videoTime(room.longestSeconds);
  const hasShort = room.modes.some(isShortVideo) && room.longestShortSeconds !== room.longestSeconds;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const text = link.current?.value.trim() ?? '';
        if (text === '' || send.isPending || search.isPending) return;
        reset();
        if (looksLikeLink.test(text)) request(text);
        else search.mutate(withPassword(text));
      }}
    >
      <Field
        label={t('link')}
        hint={
          hasShort
            ? t('linkHintShort', { kinds, longest, short: videoTime(room.longestShortSeconds) })
            : t('linkHint', { kinds, longest })
        }
        error={search.isError || send.isError ? refusal : undefined}
      >
        <FieldInput
          ref={link}
          name="text"
          required
          dir="auto"
          inputMode="url"
          autoComplete="off"
          maxLength={MOST_LETTERS}
          onChange={reset}
        />
      </Field>
      {room.needsPassword && (
        <Field label={t('password')} hint={t('passwordHint', { name: isolated(room.owner.name) })}>
          <FieldInput ref={password} name="room-password" type="password" required autoComplete="off" maxLength={72} />
        </Field>
      )}
      {search.data && <Offers offers={search.data} isPending={send.isPending} onChoose={request} />}
      <Button
        type="submit"
        variant={search.data ? 'quiet' : 'primary'}
        isPending={search.isPending || (send.isPending && !search.data)}
        className="max-sm:h-12 sm:justify-self-start"
      >
        <Icon of={Send} className="rtl:-scale-x-100" />
        {t('send')}
      </Button>
    </form>
  );
}

/** Shows the search results, from which the viewer chooses one. */
function Offers({
  offers,
  isPending,
  onChoose,
}: {
  offers: readonly OfferedVideo[];
  isPending: boolean;
  onChoose: (url: string) => void;
}) {
  const t = useTranslations('media-sharing.public');
  const titleOf = useTitle();
  return (
    <section aria-label={t('offers')}>
      <output className="mb-2 block text-muted">{t('choose', { count: offers.length })}</output>
      <ul className="rounded-card border border-line">
        {offers.map((offer) => (
          <li
            key={offer.url}
            className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-3 last:border-b-0"
          >
            <div className="flex min-w-0 flex-1 basis-60">
              <VideoLine item={offer} />
            </div>
            <Button
              size="compact"
              className="ms-auto"
              isPending={isPending}
              aria-label={t('chooseOne', { title: titleOf(offer) })}
              onClick={() => onChoose(offer.url)}
            >
              {t('send')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

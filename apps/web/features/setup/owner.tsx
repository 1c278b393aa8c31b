'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { loginPath } from '../../lib/paths/paths.ts';
import { useFailure } from '../../shell/failed.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { becomeOwner } from './api.ts';

/** The last step: the person logs in with Discord and becomes the owner. After that, the setup word is invalid. */
export function OwnerCard({
  word,
  isReal,
  isLoggedIn,
  isDone,
  onDone,
}: {
  word: string;
  isReal: boolean;
  isLoggedIn: boolean;
  isDone: boolean;
  onDone: () => void;
}) {
  const t = useTranslations('setup.owner');
  const own = useMutation(becomeOwner(word));
  const refusal = useFailure(own.error);
  return (
    <Card aria-label={t('title')}>
      <CardHeader title={isDone ? t('done') : t('title')} description={isDone ? t('doneText') : t('text')} />
      <CardBody className="flex flex-wrap items-center gap-3">
        {isDone ? (
          <>
            {/* A plain link, because the route redirects to Discord. */}
            <a href="/invite" className={buttonClass('primary')}>
              {t('invite')}
            </a>
            {/* Loads full pages, because the cached ones do not know the new owner. */}
            <a href="/dashboard" className={buttonClass()}>
              {t('dashboard')}
            </a>
            <a href="/admin/setup" className={buttonClass('ghost')}>
              {t('later')}
            </a>
          </>
        ) : !isReal ? (
          <p className="text-muted">{t('first')}</p>
        ) : isLoggedIn ? (
          <Button
            variant="primary"
            isPending={own.isPending}
            onClick={() => own.mutate(undefined, { onSuccess: onDone })}
          >
            {t('button')}
          </Button>
        ) : null}
        {isReal && !isDone && (
          <a
            href={loginPath(`/setup?word=${encodeURIComponent(word)}`)}
            className={buttonClass(isLoggedIn ? 'ghost' : 'primary')}
          >
            {t(isLoggedIn ? 'again' : 'logIn')}
          </a>
        )}
        {own.isError && (
          <p role="alert" className="w-full text-red text-small">
            {refusal}
          </p>
        )}
      </CardBody>
    </Card>
  );
}

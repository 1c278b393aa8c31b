'use client';

import { aboutPlatforms, loginPlatforms, platformNames, platforms } from '@tally/contract/platforms/words';
import { setupSteps } from '@tally/contract/setup/steps';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { putInClipboard } from '../../lib/browser/clipboard.ts';
import { Failed, useFailure } from '../../shell/failed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { restartHouse, type Setup, setupQuery, type Word } from './api.ts';
import { OwnerCard } from './owner.tsx';
import { ValuesForm } from './values-form.tsx';

const DISCORD_PORTAL = 'https://discord.com/developers/applications';

/** Shows all setup steps on one page. Each step has a button that tests and stores its values. */
export function SetupScreen({ word, isLoggedIn }: { word: Word; isLoggedIn: boolean }) {
  const t = useTranslations('setup');
  const ui = useTranslations('ui');
  const [isRestarting, setRestarting] = useState(false);
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useQuery(setupQuery(word, isRestarting));
  // During the restart all calls fail, so the page keeps the last answer.
  if (isRestarting && data?.isPending === false && error === null) setRestarting(false);
  if (!data) {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />;
    return (
      <Loading label={ui('loading')}>
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  const form = { word, setup: data };
  const isReady = data.isReal && !data.isPending;
  const owner = word !== null && (
    <OwnerCard word={word} isReal={isReady} isLoggedIn={isLoggedIn} isDone={isDone} onDone={() => setDone(true)} />
  );
  // The setup word is no longer valid, so the forms are hidden.
  if (isDone) return owner;
  return (
    <div className="grid gap-6">
      {!data.isReal && word !== null && <p className="text-muted">{t('simulated')}</p>}
      <Card aria-label={t('addresses.title')}>
        <CardHeader title={t('addresses.title')} description={t('addresses.text')} />
        <CardBody>
          <ValuesForm {...form} step="addresses" names={setupSteps.addresses} />
        </CardBody>
      </Card>
      <Card aria-label={t('discord.title')}>
        <CardHeader
          title={t('discord.title')}
          description={t('discord.text')}
          actions={<Portal href={DISCORD_PORTAL} />}
        />
        <CardBody>
          <p className="mb-2">{t('discord.redirects')}</p>
          <CopyLine text={`${data.webUrl}/login/callback`} />
          <CopyLine text={`${data.webUrl}/linked-roles`} />
          <p className="mt-4 mb-2">{t('discord.switches')}</p>
          <ul className="mb-4 list-disc ps-5 text-muted">
            {(['members', 'presence', 'content', 'public'] as const).map((each) => (
              <li key={each}>{t(`discord.${each}`)}</li>
            ))}
          </ul>
          <ValuesForm {...form} step="discord" names={setupSteps.discord} />
        </CardBody>
      </Card>
      <Card aria-label={t('platforms.title')}>
        <CardHeader title={t('platforms.title')} description={t('platforms.text')} />
        <CardBody className="divide-y divide-line">
          {platforms.map((platform) => (
            <PlatformPart key={platform} {...form} platform={platform} />
          ))}
        </CardBody>
      </Card>
      <Card aria-label={t('backup.title')}>
        <CardHeader title={t('backup.title')} description={t(`backup.${data.database}`)} />
        <CardBody>
          <p className="mb-4">{t('backup.text')}</p>
          <ValuesForm {...form} step="backup" names={setupSteps.backup} />
        </CardBody>
      </Card>
      <Restart {...form} isRestarting={isRestarting} onRestart={() => setRestarting(true)} />
      {owner}
    </div>
  );
}

function PlatformPart({ platform, ...form }: { word: Word; setup: Setup; platform: keyof typeof aboutPlatforms }) {
  const t = useTranslations('setup.platforms');
  const about: { settings: readonly string[]; portal?: string } = aboutPlatforms[platform];
  const [only = ''] = about.settings;
  const [pages, on] = only.split('=');
  // An API key alone allows no logins, so it needs no return URL.
  const needsReturn = (loginPlatforms as readonly string[]).includes(platform) && about.settings.length > 1;
  return (
    <section aria-label={platformNames[platform]} className="grid gap-3 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{platformNames[platform]}</h3>
        {about.portal !== undefined && <Portal href={about.portal} />}
      </div>
      {on !== undefined && <p className="text-muted">{t('pages')}</p>}
      {needsReturn && (
        <div>
          <p className="mb-2 text-muted">{t('return')}</p>
          <CopyLine text={`${form.setup.webUrl}/link/${platform}/callback`} />
        </div>
      )}
      <ValuesForm {...form} step="platforms" names={on === undefined ? about.settings : [pages ?? '']} on={on} />
    </section>
  );
}

function Restart({
  word,
  setup,
  isRestarting,
  onRestart,
}: {
  word: Word;
  setup: Setup;
  isRestarting: boolean;
  onRestart: () => void;
}) {
  const t = useTranslations('setup.restart');
  const restart = useMutation(restartHouse(word));
  const refusal = useFailure(restart.error);
  return (
    <Card aria-label={t('title')}>
      <CardHeader title={t('title')} description={setup.isPending ? t('waits') : t('none')} />
      <CardBody>
        <Button
          variant="primary"
          disabled={!setup.isPending}
          isPending={restart.isPending || isRestarting}
          onClick={() => restart.mutate(undefined, { onSuccess: onRestart })}
        >
          {t('button')}
        </Button>
        <output className="mt-2 block text-muted text-small empty:hidden">{isRestarting && t('running')}</output>
        {restart.isError && (
          <p role="alert" className="mt-2 text-red text-small">
            {refusal}
          </p>
        )}
      </CardBody>
    </Card>
  );
}

function Portal({ href }: { href: string }): ReactNode {
  const t = useTranslations('setup');
  return (
    <ButtonLink href={href} target="_blank" rel="noreferrer">
      {t('portal')}
    </ButtonLink>
  );
}

/** A URL to copy into a developer portal. A click selects it, because plain http has no clipboard. */
function CopyLine({ text }: { text: string }) {
  const t = useTranslations('setup');
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="mb-2 flex gap-2">
      <Input
        readOnly
        dir="ltr"
        value={text}
        aria-label={t('address')}
        onFocus={({ target }) => target.select()}
        className="font-mono"
      />
      <IconButton label={t(isCopied ? 'copied' : 'copy')} onClick={() => void putInClipboard(text).then(setCopied)}>
        <Icon of={isCopied ? Check : Copy} />
      </IconButton>
    </div>
  );
}

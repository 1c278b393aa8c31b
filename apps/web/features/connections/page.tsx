import type { LoginPlatform } from '@tally/contract/platforms/words';
import { CircleX } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { platformNames } from '../../lib/words/platform-names.ts';
import { SuccessScreen } from '../../shell/screens/success-screen.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { loginPlatformOf, reasonOf } from './reasons.ts';

type Params = Promise<{ platform: string }>;
type Query = Promise<Record<string, string | string[] | undefined>>;

async function platformIn(params: Params): Promise<LoginPlatform> {
  return loginPlatformOf((await params).platform) ?? notFound();
}

/** The page is not for search engines, and its URL may contain a login error. */
const hidden = { robots: { index: false } } as const;

export async function linkedMetadata({ params }: { params: Params }): Promise<Metadata> {
  const platform = platformNames[await platformIn(params)];
  return { title: (await getTranslations('connections'))('doneTitle', { platform }), ...hidden };
}

export async function notLinkedMetadata({ params }: { params: Params }): Promise<Metadata> {
  const platform = platformNames[await platformIn(params)];
  return { title: (await getTranslations('connections'))('failedTitle', { platform }), ...hidden };
}

export async function LinkedPage({ params }: { params: Params }) {
  const platform = platformNames[await platformIn(params)];
  const t = await getTranslations('connections');
  return (
    <SuccessScreen title={t('doneTitle', { platform })} text={t('doneText')}>
      <ButtonLink variant="primary" href="/settings">
        {t('toSettings')}
      </ButtonLink>
    </SuccessScreen>
  );
}

export async function NotLinkedPage({ params, searchParams }: { params: Params; searchParams: Query }) {
  const platform = platformNames[await platformIn(params)];
  const t = await getTranslations('connections');
  const reason = reasonOf((await searchParams)['why']);
  return (
    <Screen
      icon={CircleX}
      tone="danger"
      title={t('failedTitle', { platform })}
      text={t(`why.${reason}`, { platform })}
      actions={
        <ButtonLink variant="primary" href="/settings">
          {t('toSettings')}
        </ButtonLink>
      }
    />
  );
}

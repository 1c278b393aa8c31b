import type { CurrentUser } from '@tally/contract/account/calls';
import { Unplug } from 'lucide-react';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import { askAhead } from '../../lib/start/ask-ahead.ts';
import { Screen } from '../../ui/screen.tsx';
import { LateFirstPaint } from '../layout/late-first-paint.tsx';
import { meQuery } from '../me.ts';
import { type BestAddress, BestAddresses } from './best-addresses.tsx';

const settings = {
  support: 'SUPPORT_URL',
  discord: 'SUPPORT_URL',
  vote: 'VOTE_URL',
  twitter: 'TWITTER_URL',
  tiktok: 'TIKTOK_URL',
} as const;
type Away = keyof typeof settings;

const instead: Readonly<Record<Away, readonly BestAddress[]>> = {
  support: ['getHelp', 'faq', 'docs', 'feedback', 'status'],
  discord: ['getHelp', 'faq', 'docs', 'feedback', 'status'],
  vote: ['votes', 'premium', 'feedback', 'docs'],
  twitter: ['blog', 'changelogs', 'status'],
  tiktok: ['blog', 'changelogs', 'status'],
};

/** The staff check is short: without an answer, visitors see the public page. */
const PATIENCE_MS = 1000;

/** Redirects a short URL to another site, if the installation has configured one. */
const away = (setting: (typeof settings)[Away]) => (): never => {
  const target = config()[setting];
  if (target === undefined) notFound();
  redirect(target);
};

export const SupportPage = away('SUPPORT_URL');
export const VotePage = away('VOTE_URL');
export const TwitterPage = away('TWITTER_URL');
export const TiktokPage = away('TIKTOK_URL');

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('shell.away'))('title'), robots: { index: false } };
}

/** Tells staff which setting is missing. Other people see alternatives. */
export async function NotSetUpScreen() {
  const [t, sent, isStaff] = await Promise.all([getTranslations('shell.away'), headers(), isForStaff()]);
  const path = (sent.get('x-path') ?? '').slice(1);
  const name = Object.keys(settings).find((each): each is Away => each === path) ?? 'support';
  return (
    <Screen icon={Unplug} title={t('title')} text={isStaff ? t('staff', { setting: settings[name] }) : t(name)}>
      <LateFirstPaint />
      <h2 className="caps mb-2 text-faint">{t('instead')}</h2>
      <BestAddresses names={instead[name]} />
    </Screen>
  );
}

async function isForStaff(): Promise<boolean> {
  let me: CurrentUser | undefined;
  await askAhead(async (ask) => {
    me = await ask(meQuery());
  }, PATIENCE_MS);
  return me !== undefined && (me.isDev || me.isStaff);
}

import { premium } from '@tally/contract/premium/calls';
import { decodeReply } from '@tally/contract/wire/client';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { type Plans, PremiumScreen } from '../plans/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('premium');
  return { title: t('pageTitle'), description: t('text') };
}

export async function PremiumPage() {
  const [shell, initial] = await Promise.all([getShellData(), readPlans()]);
  return (
    <ShellProviders shell={shell}>
      <MessagesOf homes={['premium']}>
        <PremiumScreen initial={initial} isLoggedIn={shell.isLoggedIn} />
      </MessagesOf>
    </ShellProviders>
  );
}

const TIMEOUT_MS = 1_500;

/** Renders the prices into the page. Without an answer, the browser retries and shows the failure. */
async function readPlans(): Promise<Plans | null> {
  try {
    const answer = await fetch(`${config().API_URL}/premium/plans`, {
      headers: { 'accept-language': await getLocale() },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.status === 200 ? (decodeReply(premium.listPlans, await answer.json()) as Plans) : null;
  } catch {
    return null;
  }
}

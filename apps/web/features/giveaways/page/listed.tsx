import { ListedGiveaway } from '@tally/contract/giveaways/views';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ListedScreen } from '../listed-screen.tsx';

export async function listedMetadata(): Promise<Metadata> {
  const t = await getTranslations('giveaways.listed');
  return { title: t('title'), description: t('text'), alternates: await alternatesOf('/giveaways') };
}

/** Lists giveaways that their servers show publicly. */
export async function ListedPage() {
  const [t, shell, list] = await Promise.all([
    getTranslations('giveaways.listed'),
    getShellData(),
    readPublic('/data/giveaways', ListedGiveaway.array()),
  ]);
  return (
    <article className="mx-auto max-w-3xl px-5 py-14">
      <h1 className="page-title text-balance">{t('title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{t('text')}</p>
      <ShellProviders shell={shell}>
        <MessagesOf homes={['giveaways']}>
          <ListedScreen initial={list} />
        </MessagesOf>
      </ShellProviders>
    </article>
  );
}

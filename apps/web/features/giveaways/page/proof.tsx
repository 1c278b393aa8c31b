import { GiveawayId } from '@tally/contract/giveaways/bodies';
import { ServerId } from '@tally/contract/wire/ids';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ProofScreen } from '../proof/screen.tsx';

export async function proofMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways.proof'))('title'), robots: { index: false } };
}

/** The public proof page, which needs no login because winner announcements link to it. */
export async function ProofPage({
  params,
  searchParams,
}: {
  params: Promise<{ server: string; giveaway: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ server, giveaway }, { receipt }, shell] = await Promise.all([params, searchParams, getShellData()]);
  const [guildId, giveawayId] = [ServerId.safeParse(server), GiveawayId.safeParse(giveaway)];
  if (!guildId.success || !giveawayId.success) notFound();
  return (
    <article className="mx-auto max-w-3xl px-5 py-14">
      <ShellProviders shell={shell}>
        <MessagesOf homes={['giveaways']}>
          <ProofScreen
            address={{ guildId: guildId.data, giveawayId: giveawayId.data }}
            receipt={typeof receipt === 'string' ? receipt : ''}
            origin={config().webUrl}
          />
        </MessagesOf>
      </ShellProviders>
    </article>
  );
}

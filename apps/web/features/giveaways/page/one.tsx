import { GiveawayId } from '@tally/contract/giveaways/bodies';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { GiveawayScreen } from '../one/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways'))('title') };
}

export async function GiveawayPage({ params }: { params: Promise<{ id: string; giveaway: string }> }) {
  const [guildId, { giveaway }] = await Promise.all([serverIdOf(params), params]);
  const read = GiveawayId.safeParse(giveaway);
  if (!read.success) notFound();
  return (
    <ClientPage homes={['giveaways', 'notifications', 'servers', 'message-editor', 'streamers']}>
      <ServerGate serverId={guildId}>
        <GiveawayScreen address={{ guildId, giveawayId: read.data }} />
      </ServerGate>
    </ClientPage>
  );
}

import { Platform } from '@tally/contract/platforms';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { platformNames } from '../../../lib/platform-names.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { placeholderWords } from '../../message-editor/words.ts';
import { ServerGate } from '../../servers/gate.tsx';
import { serverIdOf } from '../../servers/page-of.ts';
import { Streamers } from '../list/streamers.tsx';

interface Props {
  params: Promise<{ id: string; platform: string }>;
}

const platformOf = async (params: Props['params']): Promise<Platform> => {
  const read = Platform.safeParse((await params).platform);
  return read.success ? read.data : notFound();
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, platform] = await Promise.all([getTranslations('notifications'), platformOf(params)]);
  return { title: t('platformTitle', { platform: platformNames[platform] }) };
}

export async function StreamersPage({ params }: Props) {
  const [serverId, platform, words] = await Promise.all([serverIdOf(params), platformOf(params), placeholderWords()]);
  return (
    <ClientPage homes={['notifications', 'servers', 'message-editor']}>
      <ServerGate serverId={serverId}>
        <Streamers key={platform} serverId={serverId} platform={platform} words={words} />
      </ServerGate>
    </ClientPage>
  );
}

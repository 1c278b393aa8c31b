import { Platform } from '@tally/contract/platforms';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { platformNames } from '../../lib/platform-names.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ServerGate } from '../servers/gate.tsx';
import { serverIdOf } from '../servers/page-of.ts';
import { Streamers } from './list/streamers.tsx';
import { PlatformChoice } from './platform-choice.tsx';

interface ChoiceProps {
  params: Promise<{ id: string }>;
}

interface PlatformProps {
  params: Promise<{ id: string; platform: string }>;
}

export async function ChoicePage({ params }: ChoiceProps) {
  const [serverId, t] = await Promise.all([serverIdOf(params), getTranslations('notifications')]);
  return (
    <ClientPage homes={['notifications', 'servers']}>
      <ServerGate serverId={serverId}>
        <PageHeader title={t('title')} description={t('choose')} />
        <PlatformChoice serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

export async function choiceMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notifications'))('title') };
}

const platformOf = async (params: PlatformProps['params']): Promise<Platform> => {
  const read = Platform.safeParse((await params).platform);
  return read.success ? read.data : notFound();
};

export async function StreamersPage({ params }: PlatformProps) {
  const [serverId, platform] = await Promise.all([serverIdOf(params), platformOf(params)]);
  return (
    <ClientPage homes={['notifications', 'servers']}>
      <ServerGate serverId={serverId}>
        <Streamers key={platform} serverId={serverId} platform={platform} />
      </ServerGate>
    </ClientPage>
  );
}

export async function streamersMetadata({ params }: PlatformProps): Promise<Metadata> {
  const [t, platform] = await Promise.all([getTranslations('notifications'), platformOf(params)]);
  return { title: t('platformTitle', { platform: platformNames[platform] }) };
}

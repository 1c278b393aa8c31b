import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { placeholderWords } from '../message-editor/words.ts';
import { WelcomeLeaveScreen } from './form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('welcome-leave'))('title') };
}

export async function WelcomeLeavePage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, words] = await Promise.all([serverIdOf(params), placeholderWords()]);
  return (
    <ClientPage homes={['welcome-leave', 'message-editor', 'servers']}>
      <ServerGate serverId={serverId}>
        <WelcomeLeaveScreen serverId={serverId} words={words} />
      </ServerGate>
    </ClientPage>
  );
}

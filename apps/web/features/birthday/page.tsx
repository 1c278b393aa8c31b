import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { placeholderWords } from '../message-editor/words.ts';
import { BirthdayScreen } from './form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('birthday'))('title') };
}

export async function BirthdayPage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, words] = await Promise.all([serverIdOf(params), placeholderWords()]);
  return (
    <ClientPage homes={['birthday', 'message-editor', 'servers']}>
      <ServerGate serverId={serverId}>
        <BirthdayScreen serverId={serverId} words={words} />
      </ServerGate>
    </ClientPage>
  );
}

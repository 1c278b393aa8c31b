import { GiveawayMessageType, StreamerMessageType } from '@tally/contract/message-editor/types';
import { GreetType } from '@tally/contract/servers/parts';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { ServerMessage } from '../server/one.tsx';
import { placeholderWords } from '../words.ts';

interface Props {
  params: Promise<{ id: string; type: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('message-editor.server'))('title') };
}

export async function ServerMessagePage({ params }: Props) {
  const [serverId, words, { type: word }] = await Promise.all([serverIdOf(params), placeholderWords(), params]);
  const type = StreamerMessageType.or(GreetType).or(GiveawayMessageType).safeParse(word);
  if (!type.success) notFound();
  return (
    <ClientPage homes={['message-editor', 'notifications', 'servers']}>
      <ServerGate serverId={serverId}>
        <ServerMessage key={type.data} serverId={serverId} type={type.data} words={words} />
      </ServerGate>
    </ClientPage>
  );
}

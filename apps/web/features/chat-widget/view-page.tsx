import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import { ChatView } from './view.tsx';

/** What OBS shows. All that it needs to know stands in its address. */
export function ChatViewPage() {
  const { twitchChatUrl, twitchCdnUrl, kickFilesUrl } = config();
  return <ChatView sources={{ twitchChatUrl, twitchCdnUrl, kickFilesUrl }} />;
}

export async function chatViewMetadata(): Promise<Metadata> {
  const t = await getTranslations('tools');
  return { title: t('chatWidget.title'), robots: { index: false } };
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { ChatView } from './view.tsx';

/** The page for OBS, whose URL contains all settings. */
export async function ChatViewPage() {
  const { twitchChatUrl, twitchCdnUrl, kickFilesUrl } = config();
  const t = await getTranslations('chat-widget');
  // The widget loads no translations, so it fills these placeholders for each line.
  const renewed = t('renewed', { name: '{name}', months: '{months}' });
  return <ChatView sources={{ twitchChatUrl, twitchCdnUrl, kickFilesUrl, renewed }} />;
}

export async function chatViewMetadata(): Promise<Metadata> {
  const t = await getTranslations('tools');
  return { title: t('chatWidget.title'), robots: { index: false } };
}

import type { EmotePlatform } from '@tally/contract/emotes/calls';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ToolPage, toolMetadata } from '../../../shell/tools/tool-page.tsx';
import { EmotesScreen } from './screen.tsx';

export const kickEmotesMetadata = toolMetadata('kickEmotes');
export const twitchEmotesMetadata = toolMetadata('twitchEmotes');

export const KickEmotesPage = () => <EmotesPage platform="kick" tool="kickEmotes" />;
export const TwitchEmotesPage = () => <EmotesPage platform="twitch" tool="twitchEmotes" />;

async function EmotesPage({ platform, tool }: { platform: EmotePlatform; tool: 'kickEmotes' | 'twitchEmotes' }) {
  const shell = await getShellData();
  return (
    <ToolPage name={tool}>
      <ShellProviders shell={shell}>
        <MessagesOf homes={['emotes']}>
          <NuqsAdapter>
            <EmotesScreen platform={platform} />
          </NuqsAdapter>
        </MessagesOf>
      </ShellProviders>
    </ToolPage>
  );
}

import type { EmoteList } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { TwitchEmotes } from './twitch.external.ts';

export async function listEmotes(client: TwitchClient, broadcasterId: string): Promise<readonly EmoteList[]> {
  const [own, global] = await Promise.all([
    client.get('/chat/emotes', { broadcaster_id: broadcasterId }, TwitchEmotes),
    client.get('/chat/emotes/global', {}, TwitchEmotes),
  ]);
  return [
    { of: 'channel', emotes: own },
    { of: 'everybody', emotes: global },
  ];
}

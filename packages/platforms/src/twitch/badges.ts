import type { ChatBadge } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { TwitchBadges } from './twitch.external.ts';

/**
 * A channel's own badges take precedence over the global ones:
 * https://dev.twitch.tv/docs/api/reference/#get-channel-chat-badges
 */
export async function listBadges(client: TwitchClient, channelId: string): Promise<readonly ChatBadge[]> {
  const [everywhere, here] = await Promise.all([
    client.get('/chat/badges/global', {}, TwitchBadges),
    client.get('/chat/badges', { broadcaster_id: channelId }, TwitchBadges),
  ]);
  return [...here.data, ...everywhere.data].flatMap(({ set_id, versions }) =>
    versions.map(({ id, title, image_url_2x }) => ({ set: set_id, version: id, title, url: image_url_2x })),
  );
}

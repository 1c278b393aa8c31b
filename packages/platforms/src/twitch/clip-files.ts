import { type ClipFiles, UpstreamError, type Video } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { TwitchClipFiles } from './twitch.external.ts';

/**
 * Uses the app's own token. The permission of the channel's owner counts, not the token's. Twitch refuses in the same
 * way for any other reason, so we cannot tell them apart.
 */
export async function findClipFiles(
  client: TwitchClient,
  { channelId, id }: Pick<Video, 'channelId' | 'id'>,
): Promise<ClipFiles> {
  const query = { editor_id: channelId, broadcaster_id: channelId, clip_id: id };
  try {
    const { data } = await client.get('/clips/downloads', query, TwitchClipFiles);
    const found = data.find(({ clip_id }) => clip_id === id);
    if (!found) return { kind: 'gone' };
    return { kind: 'found', landscapeUrl: found.landscape_download_url, portraitUrl: found.portrait_download_url };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.status === 403) return { kind: 'notAllowed' };
    if (error.status === 404) return { kind: 'gone' };
    throw error;
  }
}

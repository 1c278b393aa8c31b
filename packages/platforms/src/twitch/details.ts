import type { StreamDetails } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { firstDetails, TwitchChannels } from './twitch.external.ts';

/** People wait for the notification. */
const TITLE_WITHIN_MS = 2_000;

/** The stream itself may be missing in Helix for some seconds, but the channel already has its title and category. */
export async function detailsOf(client: TwitchClient, channelId: string): Promise<StreamDetails> {
  const patience = { timeoutMs: TITLE_WITHIN_MS };
  const { data } = await client.get('/channels', { broadcaster_id: channelId }, TwitchChannels, patience);
  return firstDetails(data[0]);
}

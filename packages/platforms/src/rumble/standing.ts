import type { Log, Supporters, SupportersAsked } from '@tally/kernel';
import { readApiUrl } from './api-url.ts';
import { isOf } from './ask-api.ts';
import { type RumbleClient, troubleError } from './client.ts';

/**
 * Lists the latest followers and subscribers from the creator's own API, at most fifty of each. No call exists for one
 * person, and the list does not show who left. A missing person counts as "no" only if the list is complete.
 */
export async function listSupporters(
  { client, log, siteUrl }: { client: RumbleClient; log: Log; siteUrl: string },
  { channelId, displayName, secret }: SupportersAsked,
): Promise<Supporters | null> {
  const key = readApiUrl(secret, siteUrl);
  if (key === null) return null;
  const told = await client.apiData(key);
  if (!told.isGood) throw troubleError(told);
  if (!isOf(told.data, { channelId, displayName })) {
    log.warn({ channelId }, 'A Rumble API address belongs to another creator; it gives no roles');
    return null;
  }
  const { follower, subscriber } = told.data.supporters;
  return { follower, subscriber };
}

import type { Channel, Log } from '@tally/kernel';
import { addressesOf, nameOf, urlOf, videoNamed } from './address.ts';
import { readApiUrl } from './api-url.ts';
import { slugOf } from './ask-api.ts';
import { type RumbleClient, troubleError } from './client.ts';
import type { Listing } from './listing.ts';

/** A bare name means the channel of that name, because most people stream there. Otherwise it means the user. */
export async function findChannel(client: RumbleClient, name: string): Promise<Channel | null> {
  const video = videoNamed(name);
  if (video !== null) {
    const told = await client.oembed(`/${video}`);
    if (told.isGood) return told.data.owner && (await findChannel(client, told.data.owner));
    if (told.kind === 'gone') return null;
    throw troubleError(told);
  }
  for (const address of addressesOf(name.toLowerCase()).toReversed()) {
    const read = await client.listing(address);
    if (read.isGood) return channelOf(address, read.data);
    if (read.kind !== 'gone') throw troubleError(read);
  }
  return null;
}

function channelOf(address: string, { videos, head }: Listing): Channel {
  return {
    platform: 'rumble',
    id: address,
    name: nameOf(address),
    displayName: videos.find(({ by }) => by === address)?.byName || head.title || nameOf(address),
    avatarUrl: head.pictureUrl,
    followers: head.followers,
    url: urlOf(address),
  };
}

/** Returns the channel that owns this API URL, or null if the URL is invalid or Rumble rejects it. */
export async function readSecret(
  { client, log, siteUrl }: { client: RumbleClient; log: Log; siteUrl: string },
  secret: string,
): Promise<Channel | null> {
  const key = readApiUrl(secret, siteUrl);
  if (key === null) return null;
  const told = await client.apiData(key);
  if (!told.isGood) {
    if (told.kind === 'denied' || told.kind === 'gone') return null;
    throw troubleError(told);
  }
  const { type, username, channelName, channelNumber, followers } = told.data;
  if (type === 'user') {
    const found = username === null ? null : await findChannel(client, `user/${username}`);
    return found && { ...found, followers: followers ?? found.followers };
  }
  // The response lacks the path of the channel, so we search for the page with the same name.
  const number = channelNumber === null ? null : `c-${channelNumber}`;
  for (const slug of new Set([number, channelName && slugOf(channelName)])) {
    const found = slug ? await findChannel(client, `c/${slug}`) : null;
    if (found && (slug === number || found.displayName === channelName)) {
      return { ...found, followers: followers ?? found.followers };
    }
  }
  log.warn({ channelName }, 'The page for an API address was not found');
  return null;
}

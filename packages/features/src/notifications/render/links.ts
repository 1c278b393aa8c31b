import type { Channel, Ctx, StreamSession } from '@tally/kernel';
import type { WatchLink } from './values.ts';

/** Returns a creator's URLs without duplicates: the stream's page while it is live, the channel's page later. */
export function linksOf(
  { platforms }: Pick<Ctx, 'platforms'>,
  parts: readonly { readonly channel: Channel; readonly session: Pick<StreamSession, 'url'> }[],
  isLive: boolean,
): WatchLink[] {
  const places = [...new Map(parts.map((part) => [`${part.channel.platform} ${part.channel.id}`, part])).values()];
  const count = (platform: Channel['platform']) => places.filter(({ channel }) => channel.platform === platform).length;
  return places.map(({ channel, session }) => {
    const name = platforms.definitions.find((each) => each.id === channel.platform)?.name ?? channel.platform;
    return {
      name: count(channel.platform) > 1 ? `${name} (${channel.displayName})` : name,
      url: isLive ? session.url : channel.url,
    };
  });
}

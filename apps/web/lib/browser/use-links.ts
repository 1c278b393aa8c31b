'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { createContext, use } from 'react';
import type { SiteLinks } from '../paths/site-links.ts';

type Links = Pick<SiteLinks, 'vote' | 'support' | 'channels'>;

export const LinksContext = createContext<Links>({
  vote: null,
  support: null,
  channels: 'https://discord.com/channels',
});

export const useLinks = (): Links => use(LinksContext);

/** Returns Discord's link to a server, a channel or a message. The simulated Discord has no message links. */
export function useInDiscord(): (serverId: ServerId, channelId?: string | null, messageId?: string | null) => string {
  const { channels } = useLinks();
  return (serverId, channelId, messageId) =>
    [channels, serverId, channelId, channels.endsWith('#') ? null : messageId].filter(Boolean).join('/');
}

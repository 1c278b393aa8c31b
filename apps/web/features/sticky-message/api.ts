import type { StickyBody } from '@tally/contract/message-editor/bodies';
import type { ChannelId, ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { serverQuery } from '../../shell/server/api.ts';

const stickyMessage = lateHome(async () => (await import('@tally/contract/sticky-message/calls')).stickyMessage);

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });

/** Adds a sticky message, or replaces the one in the channel `which` if its `version` still matches. */
export const saveSticky = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ body, which, version }: { body: StickyBody; which?: ChannelId | undefined; version: string }) =>
      call(
        stickyMessage.saveSticky,
        {
          params: { guildId: serverId },
          query: { ...(which === undefined ? {} : { channelId: which }), version },
          body,
        },
        { fallback: 'saveSticky' },
      ),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

export const removeSticky = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (channelId: ChannelId) =>
      call(
        stickyMessage.removeSticky,
        { params: { guildId: serverId }, query: { channelId } },
        { fallback: 'removeSticky' },
      ),
    onSettled: () => again(client, serverId),
  });

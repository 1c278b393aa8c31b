import { defaultLocale, LocaleValue } from '@tally/contract';
import { findServer, forgetTopServers } from '../../servers/index.ts';
import { changeServer } from '../store/server-row.ts';
import { greetKey } from './greet.ts';
import type { GuildParts } from './settings.ts';

/** Settings stored with the server itself: the bot's language, the listing, and defaults for new streamers. */
export const ownParts: GuildParts = {
  keys: ['locale', 'isListed', 'newStreamerChannelId', 'newStreamerPingRoleId'],
  async read(_ctx, db, serverId) {
    const server = await findServer(db, serverId);
    return {
      locale: LocaleValue.safeParse(server?.locale).data ?? defaultLocale,
      isListed: server?.isListed ?? false,
      newStreamerChannelId: server?.newStreamerChannelId ?? null,
      newStreamerPingRoleId: server?.newStreamerPingRoleId ?? null,
    };
  },
  async write(ctx, tx, serverId, { locale, isListed, newStreamerChannelId, newStreamerPingRoleId }) {
    const places = { newStreamerChannelId, newStreamerPingRoleId };
    if (Object.values(places).some((place) => place !== undefined)) await changeServer(tx, serverId, places);
    if (locale !== undefined) {
      await changeServer(tx, serverId, { locale });
      await ctx.cache.forget(greetKey(serverId));
    }
    if (isListed !== undefined) {
      await changeServer(tx, serverId, { isListed: isListed ?? false });
      // Switching the public listing off takes effect immediately.
      await forgetTopServers(ctx);
    }
  },
};

import { defaultLocale, LocaleValue } from '@tally/contract';
import { findServer, setListed, setLocale } from '../store/servers.ts';
import { greetKey } from './greet.ts';
import { TOP_SERVERS_KEY } from './presence.ts';
import type { GuildParts } from './settings.ts';

/** What is kept with the server itself: the language in which the bot speaks there, and whether strangers may see it listed. */
export const ownParts: GuildParts = {
  keys: ['locale', 'isListed'],
  async read(_ctx, db, serverId) {
    const server = await findServer(db, serverId);
    return {
      locale: LocaleValue.safeParse(server?.locale).data ?? defaultLocale,
      isListed: server?.isListed ?? false,
    };
  },
  async write(ctx, tx, serverId, { locale, isListed }) {
    if (locale !== undefined) {
      await setLocale(tx, serverId, locale);
      await ctx.cache.forget(greetKey(serverId));
    }
    if (isListed !== undefined) {
      await setListed(tx, serverId, isListed ?? false);
      // Off is off at once.
      await ctx.cache.forget(TOP_SERVERS_KEY);
    }
  },
};

import { defaultLocale, LocaleValue } from '@tally/contract';
import { findServer, forgetTopServers } from '../../servers/index.ts';
import { setListed, setLocale } from '../store/server-row.ts';
import { greetKey } from './greet.ts';
import type { GuildParts } from './settings.ts';

/** Settings stored with the server itself: the bot's language there, and whether the server is listed publicly. */
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
      // Switching the listing off takes effect at once.
      await forgetTopServers(ctx);
    }
  },
};

import { defaultLocale, LocaleValue } from '@tally/contract';
import { findServer, setLocale } from '../store/servers.ts';
import { greetKey } from './greet.ts';
import type { GuildParts } from './settings.ts';

/** The language in which the bot speaks in a server. */
export const localePart: GuildParts = {
  keys: ['locale'],
  async read(_ctx, db, serverId) {
    const server = await findServer(db, serverId);
    return { locale: LocaleValue.safeParse(server?.locale).data ?? defaultLocale };
  },
  async write(ctx, tx, serverId, { locale }) {
    if (locale === undefined) return;
    await setLocale(tx, serverId, locale);
    await ctx.cache.forget(greetKey(serverId));
  },
};

import { defaultLocale, LocaleValue } from '@tally/contract';
import { findServer, setLocale } from '../store/servers.ts';
import type { GuildParts } from './settings.ts';

/** The language in which the bot speaks in a server. */
export const localePart: GuildParts = {
  keys: ['locale'],
  async read(_ctx, db, serverId) {
    const server = await findServer(db, serverId);
    return { locale: LocaleValue.safeParse(server?.locale).data ?? defaultLocale };
  },
  async write(_ctx, tx, serverId, { locale }) {
    if (locale !== undefined) await setLocale(tx, serverId, locale);
  },
};

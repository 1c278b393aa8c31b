import { defaultLocale, type Locale, locales, type TextKey } from '@tally/contract';
import { type Ctx, hours, say } from '@tally/kernel';

/** https://docs.discord.com/developers/resources/application-role-connection-metadata: at most five, for all servers. */
const AT_LEAST = 2;
const IS = 7;

const records = [
  { key: 'kick_linked', type: IS, name: 'kickName', about: 'kickAbout' },
  { key: 'twitch_linked', type: IS, name: 'twitchName', about: 'twitchAbout' },
  { key: 'followers', type: AT_LEAST, name: 'followersName', about: 'followersAbout' },
  { key: 'subscriber_months', type: AT_LEAST, name: 'monthsName', about: 'monthsAbout' },
  { key: 'premium', type: IS, name: 'premiumName', about: 'premiumAbout' },
] as const;
export type RecordKey = (typeof records)[number]['key'];

const inAll = (key: TextKey): Record<string, string> =>
  Object.fromEntries(discordLocales.map(([locale, word]) => [word, say(locale, key)]));

/** Discord knows Arabic under a word of its own: https://docs.discord.com/developers/reference#locales */
const discordLocales: readonly (readonly [Locale, string])[] = locales
  .filter((locale) => locale !== defaultLocale)
  .flatMap((locale) => (locale.startsWith('ar') ? [[locale, 'ar'] as const] : []));

const DECLARED_FOR_MS = hours(24);

/** Says which facts there are; the same again changes nothing. */
export async function declareRecords(ctx: Ctx): Promise<void> {
  await ctx.cache.get('linked-roles/records', DECLARED_FOR_MS, async () => {
    await ctx.discord.bot.setRoleConnectionRecords(
      records.map(({ key, type, name, about }) => ({
        key,
        type,
        name: say(defaultLocale, `linkedRoles.${name}`),
        description: say(defaultLocale, `linkedRoles.${about}`),
        name_localizations: inAll(`linkedRoles.${name}`),
        description_localizations: inAll(`linkedRoles.${about}`),
      })),
    );
    return true;
  });
}

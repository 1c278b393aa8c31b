import { isDeepStrictEqual } from 'node:util';
import { inAllLanguages, listedOnly, localised } from '@tally/discord/interactions';
import { type Ctx, hours, UpstreamError } from '@tally/kernel';

/**
 * Types of records, at most five: https://docs.discord.com/developers/resources/application-role-connection-metadata
 */
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

const DECLARED_FOR_MS = hours(24);

/** Declares the facts if Discord's list differs from ours. */
export async function declareRecords(ctx: Ctx): Promise<void> {
  await ctx.cache.get('linked-roles/records', DECLARED_FOR_MS, async () => {
    const bodies = records.map(({ key, type, ...words }) => {
      const [name, about] = [localised(`linkedRoles.${words.name}`), localised(`linkedRoles.${words.about}`)];
      return {
        key,
        type,
        name: name.text,
        description: about.text,
        name_localizations: name.others,
        description_localizations: about.others,
      };
    });
    const known = await ctx.discord.bot.roleConnectionRecords();
    // Discord may not accept all our languages, so a list with only the accepted ones counts as equal.
    if (![bodies, listedOnly(bodies)].some((each) => isDeepStrictEqual(each, known)))
      await inAllLanguages(bodies, (each) => ctx.discord.bot.setRoleConnectionRecords(each));
    await declareAddress(ctx);
    return true;
  });
}

/** Sets the page to which Discord sends people for linked roles. A URL that the operator has set stays. */
async function declareAddress(ctx: Ctx): Promise<void> {
  const address = pageOf(ctx);
  try {
    const { verificationUrl } = await ctx.discord.bot.application();
    if (verificationUrl === null) await ctx.discord.bot.setVerificationUrl(address);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'down' || error.kind === 'limited') throw error;
    // Discord refuses a local URL, for example. People can still start on our own page.
    ctx.log.warn({ err: error, address }, 'Discord refused our address for linked roles.');
  }
}

/** Discord redirects to this URL, which must be registered with the application. */
export const pageOf = (ctx: Ctx): string => `${ctx.config.webUrl}/linked-roles`;

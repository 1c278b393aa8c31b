import type { UserId } from '@tally/contract';
import type { Call } from '@tally/discord/interactions';
import { AppError, type Ctx, seconds, withCaller, withLocale } from '@tally/kernel';
import { flagsOfBadges, localeOf } from '../render.ts';
import { findPerson } from '../store/people.ts';

/** Discord sends an autocomplete call for every typed letter, so callers are cached briefly. */
const BELIEVED_MS = seconds(5);

export const greetKey = (userId: UserId): string => `account/greet/${userId}`;

/** Adds what we have stored about a command's user. Most users have never logged in, and don't need to. */
export async function greetCaller(ctx: Ctx, { userId }: Call): Promise<Ctx> {
  const person = await ctx.cache.get(greetKey(userId), BELIEVED_MS, async () => await findPerson(ctx.db, userId));
  if (!person || ctx.caller.kind !== 'user') return ctx;
  if (person.isBlacklisted) throw new AppError('blacklisted');
  const locale = localeOf(person);
  const known = withCaller(ctx, { ...ctx.caller, flags: flagsOfBadges(person.badges), locale });
  return locale ? withLocale(known, locale) : known;
}

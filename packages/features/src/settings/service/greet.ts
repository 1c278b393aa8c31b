import { defaultLocale, LocaleValue, type ServerId } from '@tally/contract';
import type { Call } from '@tally/discord/interactions';
import { AppError, type Ctx, chooseLocale, seconds, withLocale } from '@tally/kernel';
import { findServer } from '../../servers/index.ts';

const BELIEVED_MS = seconds(5);

export const greetKey = (serverId: ServerId): string => `servers/greet/${serverId}`;

/**
 * A banned server gets only the refusal. The server's language applies to people who have not chosen their own; see
 * docs/decisions/0074.
 */
export async function greetCaller(ctx: Ctx, call: Call): Promise<Ctx> {
  const { serverId } = call;
  if (serverId === null) return ctx;
  const known = await ctx.cache.get(greetKey(serverId), BELIEVED_MS, async () => await findServer(ctx.db, serverId));
  if (known?.isBlacklisted) throw new AppError('blacklisted');
  const hasChosen = ctx.caller.kind === 'user' && ctx.caller.locale !== undefined;
  if (hasChosen || chooseLocale(call.locale) !== defaultLocale) return ctx;
  const locale = LocaleValue.safeParse(known?.locale).data;
  return locale ? withLocale(ctx, locale) : ctx;
}

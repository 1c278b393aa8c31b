import type { Emoji } from '@tally/discord/rest';
import { bornAt, type Ctx, seconds } from '@tally/kernel';
import type { ItemRow } from '../tables.ts';

/** Discord's clock may differ from ours. */
const CLOCKS_DIFFER_MS = seconds(10);

/** Finds the emoji whose answer was lost: it has the right name and was created after the call. */
export function findLost(ctx: Ctx, { name, askedAt }: ItemRow, emojis: readonly Emoji[]): Emoji | undefined {
  if (!askedAt) return undefined;
  const since = askedAt.getTime() - CLOCKS_DIFFER_MS;
  return emojis.find(
    (emoji) =>
      emoji.name === name && emoji.makerId === ctx.config.discord.clientId && bornAt(emoji.id).getTime() >= since,
  );
}

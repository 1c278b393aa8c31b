import type { Emoji } from '@tally/discord/rest';
import { bornAt, type Ctx, seconds } from '@tally/kernel';
import type { ItemRow } from '../tables.ts';

/** Discord's clock is not ours. */
const CLOCKS_DIFFER_MS = seconds(10);

/** The emoji whose answer was lost: of its name, and made by us since we asked for it. */
export function findLost(ctx: Ctx, { name, askedAt }: ItemRow, emojis: readonly Emoji[]): Emoji | undefined {
  if (!askedAt) return undefined;
  const since = askedAt.getTime() - CLOCKS_DIFFER_MS;
  return emojis.find(
    (emoji) =>
      emoji.name === name && emoji.makerId === ctx.config.discord.clientId && bornAt(emoji.id).getTime() >= since,
  );
}

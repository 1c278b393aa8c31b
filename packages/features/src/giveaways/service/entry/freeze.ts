import type { Ctx } from '@tally/kernel';
import { listWithBot } from '../../../servers/index.ts';
import { changeGiveaway, listFrozenServers, thawGiveaways } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';

/**
 * While the bot is not in the server, it can notify no one, and everyone drawn would seem to have left. Due work waits
 * for its return; after 30 days the server's data is deleted.
 */
export async function freezes(ctx: Ctx, { id, serverId }: Pick<GiveawayRow, 'id' | 'serverId'>): Promise<boolean> {
  if ((await listWithBot(ctx.db, [serverId])).has(serverId)) return false;
  await changeGiveaway(ctx.db, id, { frozenAt: ctx.clock.now() });
  return true;
}

/** The bot is back: does the work that became due while it was away. */
export async function thaw(ctx: Ctx): Promise<void> {
  await thawGiveaways(ctx.db, await listWithBot(ctx.db, await listFrozenServers(ctx.db)));
}

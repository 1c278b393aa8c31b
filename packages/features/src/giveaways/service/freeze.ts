import type { Ctx } from '@tally/kernel';
import { listWithBot } from '../../servers/index.ts';
import { changeGiveaway, listFrozenServers, thawGiveaways } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';

/**
 * Without the bot in the server nobody can be told, and everybody who is drawn would seem to have left. What is due
 * then waits for its return; after 30 days the server is forgotten.
 */
export async function freezes(ctx: Ctx, { id, serverId }: Pick<GiveawayRow, 'id' | 'serverId'>): Promise<boolean> {
  if ((await listWithBot(ctx.db, [serverId])).has(serverId)) return false;
  await changeGiveaway(ctx.db, id, { frozenAt: ctx.clock.now() });
  return true;
}

/** The bot is back: what was due meanwhile is done now. */
export async function thaw(ctx: Ctx): Promise<void> {
  await thawGiveaways(ctx.db, await listWithBot(ctx.db, await listFrozenServers(ctx.db)));
}

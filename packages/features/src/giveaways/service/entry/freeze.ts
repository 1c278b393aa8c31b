import type { Ctx } from '@tally/kernel';
import { listWithBot } from '../../../servers/index.ts';
import { changeGiveaway, listFrozenServers, thawGiveaways } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';

/**
 * Returns true if the bot is not in the server. It could notify no one, and every drawn person would seem to have left,
 * so due work waits. After 30 days the server's data is deleted.
 */
export async function freezes(ctx: Ctx, { id, serverId }: Pick<GiveawayRow, 'id' | 'serverId'>): Promise<boolean> {
  if ((await listWithBot(ctx.db, [serverId])).has(serverId)) return false;
  await changeGiveaway(ctx.db, id, { frozenAt: ctx.clock.now() });
  return true;
}

/** Resumes giveaways whose server the bot has joined again. */
export async function thaw(ctx: Ctx): Promise<void> {
  await thawGiveaways(ctx.db, await listWithBot(ctx.db, await listFrozenServers(ctx.db)));
}

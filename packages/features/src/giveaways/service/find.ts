import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { readTerms } from '../match/terms.ts';
import { findGiveaway, listGiveaways, listScheduled } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';

const NEWEST = 200;

/** What somebody typed or chose: the id of one of this server. */
export async function findTyped(ctx: Ctx, serverId: ServerId, typed: string): Promise<GiveawayRow | null> {
  const row = await findGiveaway(ctx.db, typed.trim());
  return row?.serverId === serverId ? row : null;
}

/** Proposals while typing: by the prize, the newest first. */
export async function proposeGiveaways(
  ctx: Ctx,
  serverId: ServerId,
  typed: string,
): Promise<{ name: string; value: string }[]> {
  const rows = [
    ...(await listScheduled(ctx.db, serverId)),
    ...(await listGiveaways(ctx.db, serverId, { limit: NEWEST })),
  ];
  const wanted = typed.toLocaleLowerCase('und');
  return rows
    .map((row) => ({ name: readTerms(row).name.slice(0, 100), value: row.id }))
    .filter(({ name }) => name.toLocaleLowerCase('und').includes(wanted))
    .slice(0, 25);
}

import type { ServerId } from '@tally/contract';
import { eq, lte, type PgColumn, type PgTable } from '../sql/index.ts';
import type { Db } from './handle.ts';

/** `server_id` (its key) and `until`. */
type TurnTable = PgTable & { readonly serverId: PgColumn; readonly until: PgColumn };

/**
 * One process at a time works on a server: whose row it is has the turn until then. A process that dies holds the
 * others up for so long, and whoever works longer keeps its turn meanwhile.
 */
export function turnsOn(turns: TurnTable) {
  const rowOf = (serverId: ServerId) => eq(turns.serverId, serverId);

  /** True: this process has the turn. */
  const takeTurn = async (db: Db, serverId: ServerId, now: Date, until: Date): Promise<boolean> => {
    const taken = await db
      .insert(turns)
      .values({ serverId, until } as never)
      .onConflictDoUpdate({ target: turns.serverId, set: { until } as never, setWhere: lte(turns.until, now) })
      .returning({ serverId: turns.serverId });
    return taken.length > 0;
  };
  const keepTurn = async (db: Db, serverId: ServerId, until: Date): Promise<void> => {
    await db.update(turns).set({ until }).where(rowOf(serverId));
  };
  const endTurn = async (db: Db, serverId: ServerId): Promise<void> => {
    await db.delete(turns).where(rowOf(serverId));
  };
  return { takeTurn, keepTurn, endTurn };
}

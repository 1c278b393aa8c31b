import type { ServerId } from '@tally/contract';
import { eq, lte, type PgColumn, type PgTable } from '../sql/index.ts';
import type { Db } from './handle.ts';

/** `server_id` (its key) and `until`. */
type TurnTable = PgTable & { readonly serverId: PgColumn; readonly until: PgColumn };

/**
 * Lets one process at a time work on a server: it has the turn until the time in the server's row. If it dies, the
 * others wait that long; while it works, it keeps extending its turn.
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

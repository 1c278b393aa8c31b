import type { Config, Log } from '@tally/kernel';
import { type Db, lockOn } from '../db/index.ts';
import type { HouseSettings } from './settings.ts';
import { emptyTables, hasPeople } from './store.ts';

const WORLD = 'WORLD';

/**
 * A database created in the simulated world contains only invented people, so the first start with a real Discord
 * empties it. Otherwise their sessions, posts and servers would stay (decision 0088). A database that ever ran with a
 * real Discord, or is older than this mark, is never emptied.
 */
export async function leaveSimulatedWorld({
  db,
  houseSettings,
  config,
  log,
}: {
  readonly db: Db;
  readonly houseSettings: HouseSettings;
  readonly config: Config;
  readonly log: Log;
}): Promise<void> {
  const { isReal } = config.discord;
  const { [WORLD]: known } = await houseSettings.read(db);
  if (known === 'real' || (known === 'simulated' && !isReal)) return;
  await db.transaction(async (tx) => {
    await lockOn(tx, WORLD);
    const { [WORLD]: born } = await houseSettings.read(tx);
    if (born === 'real') return;
    if (born === undefined) {
      const isNew = !isReal && !(await hasPeople(tx));
      await houseSettings.add(tx, WORLD, isNew ? 'simulated' : 'real');
      return;
    }
    if (!isReal) return;
    await emptyTables(tx);
    await houseSettings.put(tx, { [WORLD]: 'real' });
    log.warn({ part: 'setup' }, 'Discord is real now, so everything from the simulated world was deleted.');
  });
}

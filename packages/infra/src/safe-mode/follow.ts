import { hostname } from 'node:os';
import type { SafeMode, SafeReason } from '@tally/contract';
import { type Clock, type Config, type Log, minutes } from '@tally/kernel';
import type { Database, Db } from '../db/index.ts';
import { addStart, deleteStarts, enterSafeMode, type Found, findSafeMode, SAFE_MODE_CHANNEL } from './store.ts';

/** What this process knows about safe mode. */
export interface SafeModeDoor {
  readonly current: SafeMode | null;
  /** Messages about events detected before this time are not posted. */
  readonly forgetBefore: Date | null;
  /** Turns safe mode on, immediately for this process. */
  begin(reason: SafeReason): Promise<void>;
  /** Resolves to true when safe mode is off, or to false when the signal is aborted. */
  whenOff(signal: AbortSignal): Promise<boolean>;
  /** Runs `hear` each time another process turns safe mode on. */
  onBegin(hear: () => void): void;
}

/** Reads the state and follows its changes by any process. */
export async function followSafeMode({
  db,
  listen,
  clock,
  log,
}: Pick<Database, 'db' | 'listen'> & { readonly clock: Clock; readonly log: Log }): Promise<
  SafeModeDoor & { close(): Promise<void> }
> {
  let known: Found = await findSafeMode(db);
  const ears = new Set<() => void>();
  const begins = new Set<() => void>();
  const look = async (): Promise<void> => {
    const before = known;
    try {
      known = await findSafeMode(db);
    } catch (error) {
      // The listener runs this again when the database is back.
      log.warn({ err: error }, 'The state of safe mode is not known.');
      return;
    }
    if (before.current && !known.current) for (const hear of ears) hear();
    if (!before.current && known.current) for (const hear of begins) hear();
  };
  const close = await listen(
    SAFE_MODE_CHANNEL,
    () => void look(),
    () => void look(),
  );
  // The state may have changed before we listened.
  await look();
  return {
    get current() {
      return known.current;
    },
    get forgetBefore() {
      return known.forgetBefore;
    },
    async begin(reason) {
      await enterSafeMode(db, reason, clock.now());
      await look();
    },
    async whenOff(signal) {
      if (!known.current) return !signal.aborted;
      return await new Promise((resolve) => {
        if (signal.aborted) {
          resolve(false);
          return;
        }
        const settle = () => {
          ears.delete(settle);
          signal.removeEventListener('abort', settle);
          resolve(!signal.aborted);
        };
        ears.add(settle);
        signal.addEventListener('abort', settle);
      });
    },
    onBegin: (hear) => void begins.add(hear),
    close,
  };
}

const MOST_CRASHES = 3;
const WITHIN_MS = minutes(5);

type About = Pick<Config, 'ROLE' | 'API_PORT'>;

/** Two processes on one machine cannot share a port, so an earlier process with this name has ended. */
const nameOf = ({ ROLE, API_PORT }: About): string => `${ROLE} ${hostname()}:${API_PORT}`;

/** Records the start of this process. Returns true if it has crashed so often that it may do harm. */
export const isCrashLoop = async (db: Db, config: About): Promise<boolean> =>
  (await addStart(db, nameOf(config), WITHIN_MS / 1_000)) >= MOST_CRASHES;

/** Records a regular stop, so the start does not count toward a crash loop. */
export const noteEnd = (db: Db, config: About): Promise<void> => deleteStarts(db, nameOf(config));

import type { Db } from './handle.ts';

export { anyOf } from './any-of.ts';
export { commitLater, commitNow } from './commit-later.ts';
export { type CommonClock, followClock } from './common-clock.ts';
export { afterCommit, InsideTransactionError, isInTransaction } from './flow.ts';
export type { Db, EngineName, Session, StatementResult } from './handle.ts';
export { allOver, inOneGo } from './in-one-go.ts';
export { countFolders } from './listener.ts';
export { type ListColumn, listsOf } from './lists.ts';
export { FolderLockedError, lockFolder } from './lock.ts';
export { lockOn } from './lock-on.ts';
export {
  type AppliedMigration,
  findMigrations,
  judgeMigrations,
  listApplied,
  type Migration,
  MigrationError,
  migrate,
} from './migrate.ts';
export { type Database, type OpenOptions, openDb } from './open.ts';
export { columnsOf, rowOf, sheetOf } from './plain-row.ts';
export { type Connections, countConnections } from './postgres.ts';
export { repeat } from './repeat.ts';
export { listSchema } from './schema-listing.ts';
export {
  DatabaseDownError,
  isCheckViolation,
  isDatabaseDown,
  isForeignKeyViolation,
  isOutOfConnections,
  isSerializationFailure,
  isUniqueViolation,
  SqlError,
  sqlStateOf,
} from './sql-state.ts';

declare module '@tally/kernel' {
  interface Ctx {
    /** Inside `db.transaction(async (tx) => …)` use only `tx`. */
    readonly db: Db;
  }
}

import type { ServerState } from '@tally/discord/gateway';
import { DatabaseDownError, type Db, SqlError } from '@tally/infra/db';
import { asTransaction, refuseInside } from '../../../packages/infra/src/db/flow.ts';
import type { ChannelWebhook } from '../../../packages/pipeline/src/delivery/store/webhooks.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import type { MemoryJob } from './jobs.ts';

export interface Tables {
  readonly deliveries: Delivery;
  readonly webhooks: ChannelWebhook;
  readonly servers: { readonly id: string; readonly state: ServerState };
  readonly jobs: MemoryJob;
}
type TableName = keyof Tables;

export interface Options {
  /** Returns a random integer from 0 up to, but not including, `below`. */
  readonly draw: (below: number) => number;
  readonly newId: (dedupeKey: string) => string;
  /** Resolves when a statement may run, and again when its caller may receive the result. It may throw instead. */
  readonly turn?: (by: string, statement: string, phase: Phase) => Promise<void> | undefined;
  /** Called with the changes of a committed transaction. */
  readonly committed?: (by: string, changes: readonly Change[]) => void;
  /** Called when the database loses commits. */
  readonly forgotten?: () => void;
  /** Called with a notification after its commit. */
  readonly heard?: (channel: string, payload: string) => void;
}
export type Phase = 'effect' | 'answer';

export interface Change {
  readonly table: TableName;
  readonly key: string;
  readonly before: unknown;
  readonly row: unknown;
}

interface Written {
  readonly table: TableName;
  readonly key: string;
  readonly row: unknown;
}

/** An open transaction. Most only read, so its lists are created on demand. */
class Work {
  readonly by: string;
  written: Map<string, Written> | null = null;
  held: string[] | null = null;
  notices: [channel: string, payload: string][] | null = null;
  /** Callers that wait for this transaction to end. */
  waiting: (() => void)[] | null = null;
  /** The name of the lock that this transaction waits for. */
  waitsFor: string | null = null;
  isLater = false;
  mustFlush = false;
  isOver = false;

  constructor(by: string) {
    this.by = by;
  }

  get hasWritten(): boolean {
    return this.written !== null && this.written.size > 0;
  }

  /** True if the transaction has something to commit. */
  get hasNews(): boolean {
    return this.mustFlush || this.hasWritten || this.notices !== null;
  }
}

class Blocked extends Error {
  readonly lock: string;
  constructor(lock: string) {
    super(`waits for ${lock}`);
    this.lock = lock;
  }
}

/** A statement sees committed rows and those of its own transaction. */
export class View {
  readonly #database: MemoryDatabase;
  readonly #work: Work;

  constructor(database: MemoryDatabase, work: Work) {
    this.#database = database;
    this.#work = work;
  }

  get draw(): Options['draw'] {
    return this.#database.options.draw;
  }
  get newId(): Options['newId'] {
    return this.#database.options.newId;
  }

  rows<T extends TableName>(table: T): readonly Tables[T][] {
    const { written } = this.#work;
    if (!written || written.size === 0) return this.#database.all(table);
    const merged = new Map<string, unknown>(this.#database.tables[table]);
    for (const { table: of, key, row } of written.values()) {
      if (of !== table) continue;
      if (row === null) merged.delete(key);
      else merged.set(key, row);
    }
    return [...merged.values()] as Tables[T][];
  }

  /** Acquires the lock with this name, unless another transaction holds it. */
  take(name: string): boolean {
    const holder = this.#database.locks.get(name);
    if (holder) return holder === this.#work;
    this.#database.locks.set(name, this.#work);
    (this.#work.held ??= []).push(name);
    return true;
  }

  /** Acquires the lock, or blocks the statement, which starts again when the lock is free. */
  hold(name: string): void {
    if (!this.take(name)) throw new Blocked(name);
  }

  /** Locks the row, or returns false if another transaction holds it. */
  takeRow(table: TableName, key: string): boolean {
    return this.take(`${table} ${key}`);
  }

  put<T extends TableName>(table: T, key: string, row: Tables[T] | null): void {
    const name = `${table} ${key}`;
    this.hold(name);
    (this.#work.written ??= new Map()).set(name, { table, key, row });
  }

  /** Changes the matching rows and returns them. */
  update(where: (row: Delivery) => boolean, change: (row: Delivery) => Partial<Delivery>): Delivery[] {
    const changed: Delivery[] = [];
    for (const row of this.rows('deliveries')) {
      if (!where(row)) continue;
      const after = Object.assign({ ...row }, change(row));
      this.put('deliveries', row.id, after);
      changed.push(after);
    }
    return changed;
  }

  notify(channel: string, payload: string): void {
    (this.#work.notices ??= []).push([channel, payload]);
  }

  /** The commit does not wait for the disk. */
  commitLater(): void {
    this.#work.isLater = true;
  }

  /** The commit waits for the disk, even if it writes nothing. */
  commitNow(): void {
    this.#work.mustFlush = true;
  }
}

/** Implements Postgres transactions, locks and commits over plain maps, without knowledge of the tables' meaning. */
export class MemoryDatabase {
  readonly options: Options;
  readonly tables: { readonly [T in TableName]: Map<string, Tables[T]> } = {
    deliveries: new Map(),
    webhooks: new Map(),
    servers: new Map(),
    jobs: new Map(),
  };
  readonly locks = new Map<string, Work>();
  readonly #open = new Set<Work>();
  readonly #lists: Partial<Record<TableName, readonly unknown[] | undefined>> = {};
  /** The previous state of each row whose commit is not yet on disk, oldest first. */
  #unflushed: Change[] = [];
  /** Increases with every commit. */
  changes = 0;

  constructor(options: Options) {
    this.options = options;
  }

  /** Returns the database handle for one process. */
  open(by: string): Db {
    return new Handle(this, by, null) as unknown as Db;
  }

  /** Returns the committed rows, as the same list until the next change. */
  all<T extends TableName>(table: T): readonly Tables[T][] {
    const list = (this.#lists[table] ??= [...this.tables[table].values()]);
    return list as readonly Tables[T][];
  }

  /** Stores the row; null deletes it. */
  #place(table: TableName, key: string, row: unknown): void {
    const rows = this.tables[table] as Map<string, unknown>;
    if (row === null) rows.delete(key);
    else rows.set(key, row);
    this.#lists[table] = undefined;
  }

  /** Stores a row as if another writer had committed it. */
  place<T extends TableName>(table: T, key: string, row: Tables[T]): void {
    this.#place(table, key, row);
  }

  begin(by: string): Work {
    const work = new Work(by);
    this.#open.add(work);
    return work;
  }

  /** Runs a statement. If another transaction holds a lock that it needs, its changes are undone. */
  attempt<T>(work: Work, body: (view: View) => T): T | Blocked {
    if (work.isOver) throw new DatabaseDownError('Connection terminated');
    const before = work.hasWritten ? new Map(work.written) : null;
    try {
      return body(new View(this, work));
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      work.written = before;
      return error;
    }
  }

  async wait(work: Work, name: string): Promise<void> {
    work.waitsFor = name;
    for (let holder = this.locks.get(name); holder?.waitsFor; holder = this.locks.get(holder.waitsFor))
      if (holder === work || this.locks.get(holder.waitsFor) === work) throw deadlock();
    await new Promise<void>((resolve) => {
      const holder = this.locks.get(name);
      if (holder) (holder.waiting ??= []).push(resolve);
      else resolve();
    });
    work.waitsFor = null;
  }

  commit(work: Work): void {
    if (work.isOver) throw new DatabaseDownError('Connection terminated');
    const changes: Change[] = [];
    for (const { table, key, row } of work.written?.values() ?? []) {
      changes.push({ table, key, row, before: this.tables[table].get(key) ?? null });
      this.#place(table, key, row);
    }
    this.#unflushed.push(...changes);
    if (work.mustFlush || (changes.length > 0 && !work.isLater)) this.#unflushed = [];
    if (changes.length > 0 || work.notices) this.changes += 1;
    this.end(work);
    if (changes.length > 0) this.options.committed?.(work.by, changes);
    for (const [channel, payload] of work.notices ?? []) this.options.heard?.(channel, payload);
  }

  /** Ends the transaction. Changes that were not committed are lost. */
  end(work: Work): void {
    if (work.isOver) return;
    work.isOver = true;
    this.#open.delete(work);
    for (const name of work.held ?? []) this.locks.delete(name);
    for (const go of work.waiting ?? []) go();
  }

  /** Ends all transactions of a process whose connections were closed. */
  abandon(by: string): void {
    for (const work of this.#open) if (work.by === by) this.end(work);
  }

  /** Restarts the database without the commits that were not yet on disk. */
  crash(): void {
    for (const work of this.#open) this.end(work);
    for (const { table, key, before } of this.#unflushed.toReversed()) this.#place(table, key, before);
    this.#unflushed = [];
    this.changes += 1;
    this.options.forgotten?.();
  }
}

const deadlock = (): SqlError =>
  new SqlError({
    message: 'deadlock detected',
    code: '40P01',
    severity: 'ERROR',
    detail: undefined,
    constraint: undefined,
    table: undefined,
    column: undefined,
  });

class Handle {
  readonly database: MemoryDatabase;
  readonly by: string;
  readonly work: Work | null;

  constructor(database: MemoryDatabase, by: string, work: Work | null) {
    this.database = database;
    this.by = by;
    this.work = work;
  }

  transaction<T>(body: (tx: Db) => Promise<T>): Promise<T> {
    return asTransaction(this.database, async (inside) => {
      const work = this.database.begin(this.by);
      const handle = new Handle(this.database, this.by, work) as unknown as Db;
      try {
        const result = await inside(() => body(handle));
        await this.database.options.turn?.(this.by, 'commit', 'effect');
        this.database.commit(work);
        await this.database.options.turn?.(this.by, 'commit', 'answer');
        return result;
      } finally {
        this.database.end(work);
      }
    });
  }
}

for (const name of [
  'execute',
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'query',
  '$count',
  'with',
])
  Object.defineProperty(Handle.prototype, name, {
    get() {
      throw new Error('a statement escaped the store');
    },
  });

/** Runs one statement of a stand-in, either in the handle's transaction or in a new one. */
export async function statement<T>(db: Db, name: string, body: (view: View) => T): Promise<T> {
  const handle = db as unknown as Handle;
  if (!(handle instanceof Handle)) throw new Error(`${name}: this is no memory database`);
  const { database, by, work } = handle;
  if (!work) refuseInside(database);
  const own = work ?? database.begin(by);
  try {
    const turn = database.options.turn?.(by, name, 'effect');
    if (turn) await turn;
    let result = database.attempt(own, body);
    while (result instanceof Blocked) {
      await database.wait(own, result.lock);
      result = database.attempt(own, body);
    }
    // The transaction stays open or has nothing to commit, so the result needs no second turn.
    if (work || !own.hasNews) return result;
    database.commit(own);
    const answer = database.options.turn?.(by, name, 'answer');
    if (answer) await answer;
    return result;
  } finally {
    if (!work) database.end(own);
  }
}

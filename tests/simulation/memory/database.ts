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
  /** A whole number below this one. */
  readonly draw: (below: number) => number;
  readonly newId: (dedupeKey: string) => string;
  /** Resolves when a statement may act, and again when its caller may hear of it. It may throw instead. */
  readonly turn?: (by: string, statement: string, phase: Phase) => Promise<void> | undefined;
  /** What a transaction of this process has changed. */
  readonly committed?: (by: string, changes: readonly Change[]) => void;
  /** Commits are forgotten. */
  readonly forgotten?: () => void;
  /** A committed notification. */
  readonly heard?: (channel: string, payload: string) => void;
}
export type Phase = 'effect' | 'answer';

export interface Change {
  readonly table: TableName;
  readonly key: string;
  readonly before: unknown;
  readonly row: unknown;
}

/** An open transaction. */
interface Work {
  readonly by: string;
  readonly written: Map<string, { readonly table: TableName; readonly key: string; readonly row: unknown }>;
  readonly held: Set<string>;
  readonly notices: [channel: string, payload: string][];
  /** Of those who wait for its end. */
  readonly waiting: (() => void)[];
  /** The name that it waits for. */
  waitsFor: string | null;
  isLater: boolean;
  mustFlush: boolean;
  isOver: boolean;
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

  rows<T extends TableName>(table: T): Tables[T][] {
    const committed = this.#database.tables[table];
    if (this.#work.written.size === 0) return [...committed.values()];
    const merged = new Map<string, unknown>(committed);
    for (const { table: written, key, row } of this.#work.written.values()) {
      if (written !== table) continue;
      if (row === null) merged.delete(key);
      else merged.set(key, row);
    }
    return [...merged.values()] as Tables[T][];
  }

  /** Takes the lock of this name, unless another transaction has it. */
  take(name: string): boolean {
    const holder = this.#database.locks.get(name);
    if (holder && holder !== this.#work) return false;
    this.#database.locks.set(name, this.#work);
    this.#work.held.add(name);
    return true;
  }

  /** The statement begins again once it has the lock. */
  hold(name: string): void {
    if (!this.take(name)) throw new Blocked(name);
  }

  /** Skips the row if another transaction has it. */
  takeRow(table: TableName, key: string): boolean {
    return this.take(`${table} ${key}`);
  }

  put<T extends TableName>(table: T, key: string, row: Tables[T] | null): void {
    this.hold(`${table} ${key}`);
    this.#work.written.set(`${table} ${key}`, { table, key, row });
  }

  /** Changes the rows that fit. Returns the changed ones. */
  update(where: (row: Delivery) => boolean, change: (row: Delivery) => Partial<Delivery>): Delivery[] {
    const changed: Delivery[] = [];
    for (const row of this.rows('deliveries')) {
      if (!where(row)) continue;
      const after = { ...row, ...change(row) };
      this.put('deliveries', row.id, after);
      changed.push(after);
    }
    return changed;
  }

  notify(channel: string, payload: string): void {
    this.#work.notices.push([channel, payload]);
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

/** Transactions, locks and commits as Postgres keeps them, over plain maps. It knows no table's meaning. */
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
  /** What stood before each commit that the disk does not have yet, oldest first. */
  #unflushed: Change[] = [];
  /** Grows with every committed change. */
  changes = 0;

  constructor(options: Options) {
    this.options = options;
  }

  /** The handle of one process. */
  open(by: string): Db {
    return new Handle(this, by, null) as unknown as Db;
  }

  begin(by: string): Work {
    const work: Work = {
      by,
      written: new Map(),
      held: new Set(),
      notices: [],
      waiting: [],
      waitsFor: null,
      isLater: false,
      mustFlush: false,
      isOver: false,
    };
    this.#open.add(work);
    return work;
  }

  async act<T>(work: Work, statement: string, body: (view: View) => T): Promise<T> {
    const turn = this.options.turn?.(work.by, statement, 'effect');
    if (turn) await turn;
    const before = work.written.size > 0 ? new Map(work.written) : [];
    for (;;) {
      if (work.isOver) throw new DatabaseDownError('Connection terminated');
      try {
        return body(new View(this, work));
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        work.written.clear();
        for (const [key, row] of before) work.written.set(key, row);
        await this.#wait(work, error.lock);
      }
    }
  }

  async #wait(work: Work, name: string): Promise<void> {
    work.waitsFor = name;
    for (let holder = this.locks.get(name); holder?.waitsFor; holder = this.locks.get(holder.waitsFor))
      if (holder === work || this.locks.get(holder.waitsFor) === work) throw deadlock();
    await new Promise<void>((resolve) => {
      const holder = this.locks.get(name);
      if (holder) holder.waiting.push(resolve);
      else resolve();
    });
    work.waitsFor = null;
  }

  commit(work: Work): void {
    if (work.isOver) throw new DatabaseDownError('Connection terminated');
    const changes: Change[] = [];
    for (const { table, key, row } of work.written.values()) {
      const rows = this.tables[table] as Map<string, unknown>;
      changes.push({ table, key, row, before: rows.get(key) ?? null });
      if (row === null) rows.delete(key);
      else rows.set(key, row);
    }
    this.#unflushed.push(...changes);
    if (work.mustFlush || (work.written.size > 0 && !work.isLater)) this.#unflushed = [];
    if (work.written.size > 0 || work.notices.length > 0) this.changes += 1;
    this.end(work);
    if (changes.length > 0) this.options.committed?.(work.by, changes);
    for (const [channel, payload] of work.notices) this.options.heard?.(channel, payload);
  }

  /** Without a commit before, the work is undone. */
  end(work: Work): void {
    if (work.isOver) return;
    work.isOver = true;
    this.#open.delete(work);
    for (const name of work.held) if (this.locks.get(name) === work) this.locks.delete(name);
    for (const go of work.waiting) go();
  }

  /** The connections of a process are gone. */
  abandon(by: string): void {
    for (const work of this.#open) if (work.by === by) this.end(work);
  }

  /** It starts again without the commits that did not wait for the disk. */
  crash(): void {
    for (const work of this.#open) this.end(work);
    for (const { table, key, before } of this.#unflushed.toReversed()) {
      const rows = this.tables[table] as Map<string, unknown>;
      if (before === null) rows.delete(key);
      else rows.set(key, before);
    }
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

/** Runs one statement of a stand-in: in the transaction of the handle, or in its own. */
export async function statement<T>(db: Db, name: string, body: (view: View) => T): Promise<T> {
  const handle = db as unknown as Handle;
  if (!(handle instanceof Handle)) throw new Error(`${name}: this is no memory database`);
  const { database, by, work } = handle;
  if (!work) refuseInside(database);
  const own = work ?? database.begin(by);
  try {
    const result = await database.act(own, name, body);
    // Others see nothing of it, so only its next statement or its commit decides.
    if (work || !(own.mustFlush || own.written.size + own.notices.length > 0)) return result;
    database.commit(own);
    await database.options.turn?.(by, name, 'answer');
    return result;
  } finally {
    if (!work) database.end(own);
  }
}

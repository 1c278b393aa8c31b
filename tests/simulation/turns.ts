import { type Db, openDb } from '@tally/infra/db';
import { type Random, silentLog, systemTimers } from '@tally/kernel';

type Query = (...args: unknown[]) => Promise<unknown> | undefined;
interface Client {
  query: Query;
  readonly processID: number;
}

/** One connection to Postgres. Each of its statements waits for permission. */
export interface Actor {
  readonly db: Db;
  readonly asks: (() => void)[];
  pid: number;
  running: number;
  isOver: boolean;
  close(): Promise<void>;
}

export async function openActor(databaseUrl: string): Promise<Actor> {
  const database = await openDb({ databaseUrl, dataDir: null, log: silentLog, poolSize: 1 });
  const { db } = database;
  const actor: Actor = { db, asks: [], pid: 0, running: 0, isOver: true, close: () => database.close() };
  const pool = (db as unknown as { $client: { on(event: 'connect', hear: (client: Client) => void): void } }).$client;
  pool.on('connect', (client) => {
    const send = client.query.bind(client);
    actor.pid = client.processID;
    client.query = async (...args) => {
      if (!actor.isOver) await new Promise<void>((resolve) => actor.asks.push(resolve));
      actor.running += 1;
      const told = args.at(-1);
      const end = (): void => {
        actor.running -= 1;
      };
      if (typeof told !== 'function') return await Promise.resolve(send(...args)).finally(end);
      const tell = (...answer: unknown[]): void => {
        end();
        told(...answer);
      };
      return await send(...args.slice(0, -1), tell);
    };
  });
  return actor;
}

export interface Ended {
  readonly results: readonly PromiseSettledResult<unknown>[];
  /** True if a statement waited for a lock. */
  readonly hasWaited: boolean;
}

/** Runs one statement at a time, in an order drawn from `random`. Detects blocked statements in `pg_locks`. */
export async function takeTurns(
  actors: readonly Actor[],
  works: readonly ((db: Db) => Promise<unknown>)[],
  { random, listBlocked }: { random: Random; listBlocked: (pids: readonly number[]) => Promise<readonly number[]> },
): Promise<Ended> {
  let hasWaited = false;
  const playing = works.map((work, place) => ({ actor: actors[place] as Actor, work }));
  for (const { actor } of playing) actor.isOver = false;
  const results = Promise.allSettled(
    playing.map(async ({ actor, work }) => {
      try {
        return await work(actor.db);
      } finally {
        actor.isOver = true;
      }
    }),
  );
  const alive = () => playing.flatMap(({ actor }) => (actor.isOver ? [] : [actor]));
  while (alive().length > 0) {
    await systemTimers.breathe();
    const ready = alive().filter(({ asks, running }) => asks.length > 0 && running === 0);
    const running = alive().filter((actor) => actor.running > 0);
    if (ready.length + running.length < alive().length) continue;
    const blocked = running.length > 0 ? await listBlocked(running.map(({ pid }) => pid)) : [];
    if (blocked.length > 0) hasWaited = true;
    const isSettled = running.every((actor) => actor.running === 0 || blocked.includes(actor.pid));
    if (isSettled && ready.length > 0) ready[random.int(ready.length)]?.asks.shift()?.();
  }
  return { results: await results, hasWaited };
}

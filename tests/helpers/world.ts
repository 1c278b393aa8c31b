import type { Locale, UserFlag, UserId } from '@tally/contract';
import type { Database } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { AnyJob, Caller, Ctx, Feature } from '@tally/kernel';
import type { SettingsTx } from '../../packages/features/src/settings/index.ts';
import { type TestClock, testCtx } from './context.ts';

export interface QueuedJob {
  readonly name: string;
  readonly data: unknown;
}

export interface TestWorld {
  readonly clock: TestClock;
  readonly db: Ctx['db'];
  readonly listen: Database['listen'];
  /** Lets tests write settings directly. The program gets a `SettingsTx` only inside a settings change. */
  readonly inside: SettingsTx;
  /** The queued jobs, which do not run. */
  readonly queued: QueuedJob[];
  ctx(about?: { caller?: Caller; locale?: Locale; client?: Ctx['client'] }): Ctx;
  /** Empties the tables, the cache and the list of jobs. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface TestWorldOptions {
  readonly features: readonly Feature[];
  readonly env?: Readonly<Record<string, string>>;
  /** The Discord calls that the test expects. Cast the service if it is only partial. */
  readonly discord?: Ctx['discord'];
}

/** Runs some features on one database with any caller, and a clean start per test. */
export async function testWorld({ features, env, discord }: TestWorldOptions): Promise<TestWorld> {
  const queued: QueuedJob[] = [];
  const put = (job: AnyJob, data: unknown) => queued.push({ name: job.name, data });
  const queue = {
    send: async (job: AnyJob, data: unknown) => `job ${put(job, data)}`,
    sendMany: async (job: AnyJob, list: readonly unknown[]) => list.forEach((data) => put(job, data)),
  } as Ctx['queue'];
  const made = await testCtx({
    ...(env ? { env } : {}),
    ctx: { features, queue, ...(discord ? { discord } : {}) },
  });
  const { ctx, clock, database } = made;
  return {
    clock,
    queued,
    db: database.db,
    listen: database.listen,
    inside: database.db as SettingsTx,
    ctx: (about = {}) => ({ ...ctx, ...about }),
    async reset() {
      queued.length = 0;
      await database.reset();
      await ctx.cache.forgetPrefix('');
    },
    close: () => made.close(),
  };
}

/** Adds a server with the bot, without which its settings cannot be changed. */
export async function putServer({ db }: Pick<TestWorld, 'db'>, serverId: string): Promise<void> {
  await db.execute(
    sql`insert into servers (id, name, member_count, joined_at) values (${serverId}, 'Home', 1, now()) on conflict do nothing`,
  );
}

export const person = (userId: string, ...flags: readonly UserFlag[]): Caller => ({
  kind: 'user',
  userId: userId as UserId,
  sessionId: `session-of-${userId}`,
  flags: new Set(flags),
});

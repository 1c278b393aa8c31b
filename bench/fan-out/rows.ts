import { features } from '@tally/features/registry';
import { sql } from '@tally/infra/sql';
import type { Channel, Ctx } from '@tally/kernel';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { testCtx } from '@tally/tests/context';
import { startPostgres, testDb } from '@tally/tests/database';

/**
 * S4: one stream with 100,000 subscriptions becomes 100,000 deliveries, against one bare `INSERT … SELECT` of the same
 * rows into the same table. Both run in turns on one Postgres, and the median round counts, so other work on the
 * machine affects both.
 */
const BAR = 2;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SUBSCRIPTIONS = Number(process.env.BENCH_ROWS ?? 100_000);

const channel: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 100_000,
  url: 'https://kick.com/ada',
};
const sessionId = '00000000-0000-4000-8000-000000000042';

async function main(): Promise<void> {
  const postgres = await startPostgres();
  if (!('url' in postgres)) throw new Error(postgres.reason);
  process.env.TEST_DATABASE_URL = postgres.url;
  const database = await testDb({ engine: 'postgres', statementTimeoutMs: 300_000 });
  const made = await testCtx({ database, env: { PLANS: 'unlimited' }, ctx: { features } });
  try {
    await fill(made.ctx);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await compare(made.ctx));
    // The two halves of a round follow each other directly, and the median round counts.
    const middle = rounds.toSorted((one, other) => one.ours / one.bare - other.ours / other.bare)[ROUNDS >> 1];
    const { ours = Number.NaN, bare = Number.NaN } = middle ?? {};
    const ratio = ours / bare;
    console.log(
      `S4  ${SUBSCRIPTIONS} deliveries: fan-out ${Math.round(ours)} ms, bare insert ${Math.round(bare)} ms, ratio ${ratio.toFixed(2)} (bar ${BAR})`,
    );
    process.exitCode = ratio <= BAR ? 0 : 1;
  } finally {
    await made.close();
    await database.close();
    await postgres.stop();
  }
}

/** Adds servers that all follow the same creator. One in ten has a custom message. */
async function fill(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await watch({ ...ctx, queue: { send: async () => '' } as never }, ctx.db, {
    channel,
    reason: 'notifications',
    holder: '1',
  });
  await ctx.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
    select gen_random_uuid(), (100000000000000000 + n)::text, 'kick', ${channel.id}, 'ada',
           jsonb_build_object('notificationChannelId', (200000000000000000 + n)::text, 'pingRoleId', (3 + n)::text),
           ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${SUBSCRIPTIONS}::int) n`);
  await ctx.db.execute(sql`
    insert into streamer_messages (streamer_id, type, body)
    select id, 'kickLive', '{"content":"{streamer} is live"}'::jsonb from streamers where hashtext(id::text) % 10 = 0`);
  await ctx.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${sessionId}, 'kick', ${channel.id}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
            ${channel.url}, '{"title":"Night shift","category":"Chess","thumbnailUrl":null,"viewers":5,
            "language":null,"categoryImageUrl":null,"isMature":false}'::jsonb)`);
  await ctx.db.execute(sql`analyze`);
}

async function compare(ctx: Ctx): Promise<{ ours: number; bare: number }> {
  const row = await findSession(ctx.db, sessionId);
  const feature = features.find((each) => each.name === 'notifications');
  if (!row || !feature?.platform) throw new Error('nothing to announce');
  const event = { kind: 'live', session: asSession(row), channel } as const;
  await ctx.db.execute(sql`truncate deliveries`);
  await ctx.db.execute(sql`checkpoint`);
  const ours = await timed(async () => await feature.platform?.(ctx, event));
  await expectAll(ctx);
  await ctx.db.execute(sql`create table the_rows as select * from deliveries`);
  await ctx.db.execute(sql`truncate deliveries`);
  await ctx.db.execute(sql`checkpoint`);
  const bare = await timed(async () => await ctx.db.execute(sql`insert into deliveries select * from the_rows`));
  await expectAll(ctx);
  await ctx.db.execute(sql`drop table the_rows`);
  console.log(`    fan-out ${Math.round(ours)} ms, bare ${Math.round(bare)} ms`);
  return { ours, bare };
}

async function expectAll(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from deliveries where state = 'queued' and next_attempt_at is not null`,
  );
  if (Number(rows[0]?.count) !== SUBSCRIPTIONS) throw new Error(`${rows[0]?.count} of ${SUBSCRIPTIONS} rows`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

await main();

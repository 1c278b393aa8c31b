import { ChannelId, ServerId } from '@tally/contract';
import { migrate, openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, silentLog, systemClock, systemRandom, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { isNight } from './world/sizes.ts';

/**
 * E2: workers freeze while they hold messages, and others take over when the leases expire. Then the frozen ones
 * continue unaware. Three zombies at a time share one wait for the leases. Nightly only: by day, processes freeze in the
 * lives of `tests/simulation`.
 */
const zombiesAtOnce = 3;
const rounds = 7;
const MESSAGES = zombiesAtOnce * 20;
const home = ServerId.parse('801000000000000000');
const patience = { timeout: 300_000, interval: 100 };

const started = isNight ? await startPostgres() : { reason: 'it is looked at by night' };
const server = 'reason' in started ? null : started;
if (isNight && 'reason' in started) process.stdout.write(`No Postgres for the zombies: ${started.reason}\n`);
afterAll(() => server?.stop());

describe.skipIf(!server)('a worker that was stopped past its lease', () => {
  test(`changes nothing when it wakes up (${rounds * zombiesAtOnce} rounds)`, {
    timeout: rounds * 300_000,
  }, async () => {
    const url = server?.url ?? '';
    const database = await openDb({ databaseUrl: url, dataDir: null, log: silentLog });
    await migrate(database);
    const sim = await startSim({ limits: false });
    const ctx = { db: database.db, clock: systemClock, wake: createWake(systemTimers, systemRandom) } as Ctx;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const standing = await play({ ctx, sim, url, round });
        expect(standing).toEqual(standing.map(() => ['hello', 'first', 'second']));
      }
    } finally {
      await sim.close();
      await database.close();
    }
  });
});

interface Scene {
  readonly ctx: Ctx;
  readonly sim: Sim;
  readonly url: string;
  readonly round: number;
}

/** Returns the final messages in each channel. */
async function play({ ctx, sim, url, round }: Scene): Promise<string[][]> {
  const env = { DATABASE_URL: url, CALLS_PER_SECOND: '20', WEBHOOKS_PER_SECOND: '20' };
  const worker = (): Promise<ServerProcess> => startServer({ sim, role: 'worker', env });
  const rooms = await addRooms(sim, round);
  const zombies = await Promise.all(Array.from({ length: zombiesAtOnce }, worker));
  // The workers' calls hang, so they freeze halfway: some calls were sent and some were not.
  const stall = sim.faults.add({ world: 'discord', kind: 'stall', ms: 8_000, percent: 70 });
  await announce(ctx, rooms, round);
  await vi.waitFor(async () => expect(await countLeased(ctx)).toBeGreaterThanOrEqual(zombiesAtOnce * 10), patience);
  for (const zombie of zombies) process.kill(zombie.pid, 'SIGSTOP');
  sim.faults.remove(stall.id);
  const heir = await worker();
  try {
    await vi.waitFor(async () => expect(await listOpen(ctx)).toEqual([]), patience);
    for (const zombie of zombies) process.kill(zombie.pid, 'SIGCONT');
    // The zombies continue, and all workers together send one more message to each room.
    for (const zombie of zombies)
      await vi.waitFor(async () => expect((await fetch(`${zombie.url}/health`)).status).toBe(200), patience);
    await announce(ctx, rooms, round, 'second');
    await vi.waitFor(async () => expect(await listOpen(ctx)).toEqual([]), patience);
    return rooms.map((room) => textsIn(sim, room));
  } finally {
    await Promise.all([heir, ...zombies].map((each) => each.kill('SIGKILL')));
  }
}

async function addRooms(sim: Sim, round: number): Promise<ChannelId[]> {
  const rooms: ChannelId[] = [];
  for (let index = 0; index < MESSAGES; index += 1) {
    const name = `room-${round}-${index}`;
    const made = await sim.discord.controls['add-channel']?.({ guild_id: home, name });
    const room = ChannelId.parse((made as { id: string }).id);
    // These workers may read no history, so a channel in which they see a message is readable.
    await sim.discord.controls['say']?.({ channel_id: room, user_id: '100000000000000001', content: 'hello' });
    rooms.push(room);
  }
  return rooms;
}

const textsIn = (sim: Sim, room: ChannelId): string[] =>
  [...(sim.discord.state.channels.get(room)?.messages.values() ?? [])].map((message) => message.content);

/** Every third message uses a webhook, which has no nonce. */
async function announce(ctx: Ctx, rooms: readonly ChannelId[], round: number, content = 'first'): Promise<void> {
  const now = ctx.clock.now();
  const about = { owner: 'chaos', serverId: home, subject: 'ada', kind: 'live', detectedAt: now };
  const intentions = rooms.map((channelId, index) => ({
    ...about,
    dedupeKey: `${round} ${content} ${index}`,
    channelId,
    payload: { content, allowed_mentions: noMentions },
    giveUpAt: new Date(now.getTime() + 3_600_000),
    ...(index % 3 === 0 ? { lane: 'webhook' as const, identity: { username: 'Herald', avatarUrl: null } } : {}),
  }));
  await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
}

const countLeased = (ctx: Ctx) => count(ctx, sql`lease_until > now()`);

/** Returns the open deliveries as text, because readers of a failure need the reason. */
async function listOpen(ctx: Ctx): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(
    sql`select dedupe_key, lane, reason, attempts, in_line, lease_until, next_attempt_at from deliveries where state = 'queued'`,
  );
  return rows;
}

async function count(ctx: Ctx, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from deliveries where ${which}`,
  );
  return rows[0]?.count ?? 0;
}

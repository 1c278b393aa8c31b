import { ChannelId, ServerId } from '@tally/contract';
import { migrate, openDb } from '@tally/infra/db';
import { type Ctx, silentLog, systemClock, systemRandom, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { act } from './world/act.ts';
import { sized } from './world/sizes.ts';

const LIMIT = 15;
const MESSAGES = sized({ small: 150, nightly: 600, full: 600 });
const home = ServerId.parse('801000000000000000');

const started = await startPostgres();
const server = 'reason' in started ? null : started;
if ('reason' in started) process.stdout.write(`No Postgres for several workers: ${started.reason}\n`);
afterAll(() => server?.stop());

describe.skipIf(!server)('three workers with one bot token', () => {
  test(`send ${MESSAGES} messages without a refusal of Discord, each once`, { timeout: 300_000 }, async () => {
    const url = server?.url ?? '';
    const database = await openDb({ databaseUrl: url, dataDir: null, log: silentLog });
    await migrate(database);
    const sim = await startSim({ limits: false });
    const { channels } = sim.discord.state;
    const env = { DATABASE_URL: url, CALLS_PER_SECOND: `${LIMIT}`, WEBHOOKS_PER_SECOND: `${LIMIT}` };
    const workers = await Promise.all([1, 2, 3].map(() => startServer({ sim, role: 'worker', env })));
    try {
      const rooms = Array.from({ length: MESSAGES }, (_, index) => {
        const made = act(sim, 'discord', 'add-channel', { guild_id: home, name: `room-${index}` });
        return ChannelId.parse((made as { id: string }).id);
      });
      act(sim, 'discord', 'limits', { enabled: true, global: LIMIT, address: LIMIT });
      const ctx = { db: database.db, clock: systemClock, wake: createWake(systemTimers, systemRandom) } as Ctx;
      const detectedAt = ctx.clock.now();
      const intentions = rooms.map((channelId, index) => ({
        owner: 'chaos',
        serverId: home,
        subject: 'ada',
        kind: 'live',
        detectedAt,
        dedupeKey: `shared limit ${index}`,
        channelId,
        payload: { content: `message ${index}`, allowed_mentions: noMentions },
        giveUpAt: new Date(detectedAt.getTime() + 3_600_000),
      }));
      await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
      const countSent = () => rooms.filter((room) => (channels.get(room)?.messages.size ?? 0) > 0).length;
      await vi.waitFor(() => expect(countSent()).toBe(MESSAGES), { timeout: 200_000, interval: 100 });
      const texts = rooms.map((room) =>
        [...(channels.get(room)?.messages.values() ?? [])].map(({ content }) => content),
      );
      expect(texts).toEqual(rooms.map((_, index) => [`message ${index}`]));
      expect(sim.discord.stats.selfInflicted429).toBe(0);
    } finally {
      await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
      await sim.close();
      await database.close();
    }
  });
});

import type { StatusHistory } from '@tally/contract';
import { startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { isNight } from './world/sizes.ts';

/** None of our processes runs, so there are no samples, and the status page must show the gap later. */
const AWAY_MINUTES = 5;
const SAMPLES_A_MINUTE = 2;
/** Samples use real time. */
const SOON = { timeout: 400_000, interval: 1_000 };

const started = isNight ? await startPostgres() : { reason: 'it is looked at by night' };
const postgres = 'url' in started ? started : null;
if (isNight && 'reason' in started) process.stdout.write(`No Postgres for the gap: ${started.reason}\n`);
afterAll(() => postgres?.stop());

describe.skipIf(!postgres)('all processes are killed', () => {
  test(`and away for ${AWAY_MINUTES} minutes: the history has an ended gap of bad samples`, async () => {
    const { url: databaseUrl } = postgres as PostgresServer;
    const sim = await startSim({ limits: false });
    const env = { DATABASE_URL: databaseUrl };
    const read = async (url: string) =>
      ((await (await fetch(`${url}/status/history`)).json()) as { data: StatusHistory }).data;

    const first = await startServer({ sim, env });
    await vi.waitFor(async () => expect((await read(first.url)).sampledAt).not.toBeNull(), SOON);
    expect((await read(first.url)).incidents).toEqual([]);
    await first.kill('SIGKILL');
    await passOver(databaseUrl);

    const second = await startServer({ sim, env });
    try {
      const { incidents, components } = await vi.waitFor(async () => {
        const history = await read(second.url);
        expect(history.incidents).toHaveLength(1);
        return history;
      }, SOON);
      expect(incidents).toMatchObject([
        { cause: 'gap', state: 'over', components: expect.arrayContaining(['gateway', 'sending']) },
      ]);
      const [incident] = incidents;
      const lastedMs = Date.parse(String(incident?.endsAt)) - Date.parse(String(incident?.startsAt));
      expect(lastedMs).toBeGreaterThanOrEqual(AWAY_MINUTES * 60_000);
      const days = components.find(({ component }) => component === 'gateway')?.days ?? [];
      const bad = days.reduce((sum, day) => sum + day.bad, 0);
      expect(bad).toBeGreaterThanOrEqual(AWAY_MINUTES * SAMPLES_A_MINUTE);
    } finally {
      await second.kill('SIGKILL');
      await sim.close();
    }
  });
});

/** Backdates the last sample, which replaces a real wait. */
async function passOver(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    update health set sampled_at = sampled_at - interval '${AWAY_MINUTES} minutes',
                      sampled_ms = sampled_ms - ${AWAY_MINUTES * 60_000}`);
  await client.end();
}

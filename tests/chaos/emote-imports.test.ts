import type { EmoteImportDetails } from '@tally/contract';
import { type Sim, startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { act } from './world/act.ts';
import { logIn } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { demoUser } from './world/people.ts';
import { print } from './world/print.ts';
import { sized, soak } from './world/sizes.ts';

/** Emotes become emojis while their worker is killed at any moment, and each is created exactly once. */
const nightCity = '801000000000000000';
const size = sized({
  // A killed worker's claim blocks the import for two minutes, for which the small run does not wait.
  small: { emotes: 12, rounds: 1, isClaimWaitedFor: false },
  nightly: { emotes: 45, rounds: 3, isClaimWaitedFor: true },
  full: { emotes: 45, rounds: 10, isClaimWaitedFor: true },
});
const START_WITHIN_MS = 300_000;
const ROUND_WITHIN_MS = 900_000;

const started = await startPostgres();
const postgres = 'url' in started ? started : null;
if ('reason' in started) process.stdout.write(`No Postgres for the imports: ${started.reason}\n`);

let sim: Sim;
let crew: Crew;
let api: Member;
let worker: Member;
let token: string;

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: ROUND_WITHIN_MS, interval: 5 });
const emojis = () => [...(sim.discord.state.guilds.get(nightCity)?.emojis.values() ?? [])];
const named = (start: string) => emojis().filter(({ name }) => name?.startsWith(start));

/** Retries for a while, because the bot reports its servers a moment after the start. */
const ask = async <T>(path: string, body?: object): Promise<T> => {
  const once = async (): Promise<T> => {
    const answer = await fetch(`${api.url}/data/guild/${nightCity}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    const { data, error } = (await answer.json()) as { data?: T; error?: string };
    if (!data) throw new Error(`${path}: ${answer.status} ${error}`);
    return data;
  };
  return await vi.waitFor(once, { timeout: 300_000, interval: 250 });
};

/** Emotes of the simulated xQc to import as emojis. */
async function begin(start: string): Promise<string> {
  const { ids } = act(sim, 'kick', 'emotes', { who: 'xqc', name: start, count: size.emotes, picture: 'png' }) as {
    ids: number[];
  };
  const normal = ids.map((id, at) => ({ name: `${start}_${at}`, url: `${sim.url}/kick/files/emotes/${id}/fullsize` }));
  const { importId } = await ask<{ importId: string }>('kick/xqc/emojis', {
    emojis: { normal, animated: [] },
    lockToSubIfSet: false,
  });
  return importId;
}

async function killWorker(): Promise<void> {
  await worker.kill();
  if (!size.isClaimWaitedFor) {
    const client = new Client({ connectionString: (postgres as PostgresServer).url });
    await client.connect();
    await client.query(
      "update emote_imports set busy_until = now() - interval '1 second' where busy_until is not null",
    );
    await client.end();
  }
  await worker.untilUp();
}

describe.skipIf(!postgres)('imports', () => {
  beforeAll(async () => {
    sim = await startSim({ limits: false });
    const guild = sim.discord.state.guilds.get(nightCity);
    if (guild) guild.premium_tier = 3;
    const env = { PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' };
    crew = await startCrew({
      sim,
      databaseUrl: (postgres as PostgresServer).url,
      roles: ['api', 'bot', 'worker'],
      env,
    });
    [api, worker] = [crew.apis[0] as Member, crew.workers[0] as Member];
    token = await logIn(sim, api.url, demoUser);
  }, START_WITHIN_MS);
  afterAll(async () => {
    await crew.close();
    await sim.close();
    await postgres?.stop();
  });

  test(
    'a worker that is killed in the middle, and one that dies without its answer: every emote is one emoji',
    async () => {
      const seen: string[] = [];
      for (let round = 0; round < size.rounds; round += 1) {
        const start = `round${round}`;
        // Slows Discord down, because an import of a dozen would finish before a kill. Not awaited, because the answer
        // includes the first emotes and takes a moment.
        sim.faults.add({ world: 'discord', kind: 'stall', route: 'POST /guilds/*/emojis', ms: 200 });
        const begun = begin(start);
        await until(() => expect(named(start).length).toBeGreaterThanOrEqual(3));
        seen.push(`${named(start).length} of ${size.emotes}`);
        await killWorker();

        // Discord creates one more, and its answer is lost.
        const before = named(start).length;
        sim.faults.add({ world: 'discord', kind: 'lost-reply', route: 'POST /guilds/*/emojis', times: 1 });
        await until(() => expect(named(start).length).toBeGreaterThan(before));
        seen.push(`${named(start).length}, unanswered`);
        await killWorker();

        sim.faults.clear();
        const importId = await begun;
        const read = async () => await ask<EmoteImportDetails>(`emoteImports/${importId}`);
        const done = await until(async () => {
          const now = await read();
          expect(now.state).toBe('done');
          return now;
        });
        expect(done).toMatchObject({ done: size.emotes, failed: 0, waiting: 0 });
        const wanted = Array.from({ length: size.emotes }, (_, at) => `${start}_${at}`);
        const names = named(start).map(({ name }) => name);
        expect([names.length, new Set(names)]).toEqual([size.emotes, new Set(wanted)]);
        // The import has recorded exactly the emojis that exist, so it can be undone.
        expect(new Set(done.emotes.map(({ emojiId }) => emojiId))).toEqual(new Set(named(start).map(({ id }) => id)));
      }
      print(`Imports (${soak})`, { 'killed at': seen.join('; ') });
    },
    ROUND_WITHIN_MS * size.rounds,
  );

  test('no process exited on its own, and no call was unknown to the outside world', () =>
    expect([crew.crashes, sim.unknownCalls]).toEqual([[], []]));
});

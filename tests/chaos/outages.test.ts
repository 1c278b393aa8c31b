import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { act } from './world/act.ts';
import { makeCast } from './world/cast.ts';
import { startCrew } from './world/crew.ts';
import { throwDice } from './world/dice.ts';
import { openLedger } from './world/ledger.ts';
import { openPostOffice } from './world/post-office.ts';
import { inSeconds, print } from './world/print.ts';
import { sized, soak } from './world/sizes.ts';
import { makeSmallDisk } from './world/small-disk.ts';
import { until } from './world/until.ts';
import { clean, judge } from './world/verdict.ts';

/** H13: external services fail and return. No acknowledged work may be lost, and no person has to help. */
const away = sized({
  small: { databaseMs: 2_000, discordMs: 0 },
  nightly: { databaseMs: 60_000, discordMs: 300_000 },
  full: { databaseMs: 300_000, discordMs: 1_800_000 },
});
/**
 * Every wait ends with its condition, and this limit only ends a hopeless one. Beside other tests, a step takes ten
 * times as long.
 */
const SOON_MS = 400_000;
/** The pause between retries grows with the outage, up to five minutes. */
const BACK_MS = 300_000 + SOON_MS;
/** Good results for Discord and the disk are cached for 30 seconds. */
const NOTICED_MS = 300_000;

const disk = await makeSmallDisk(160);
const started = await startPostgres(disk ? { within: disk.folder, fsync: true } : {});
const database = 'url' in started ? started : null;
if ('reason' in started) process.stdout.write(`No Postgres for the tests of outages: ${started.reason}\n`);
else if (!disk) process.stdout.write('The disk is not filled up: only the administrator may make a small one.\n');

async function setScene(postgres: PostgresServer) {
  const dice = throwDice();
  const sim = await startSim({ limits: false });
  const doors: { urls: readonly string[] } = { urls: [] };
  const post = await openPostOffice({ dice, spreadMs: 500, mostCopies: 2, doors: () => doors.urls });
  const crew = await startCrew({
    sim,
    databaseUrl: postgres.url,
    roles: ['api', 'worker', 'bot'],
    env: { PUBLIC_API_URL: post.url, PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
  });
  doors.urls = crew.apis.map(({ url }) => url);
  act(sim, 'kick', 'callback', { url: `${post.url}/webhooks/kick` });
  const size = { creators: 24, messages: 48, servers: 3, channelsPerServer: 4 };
  const cast = await makeCast({ sim, api: doors.urls[0] ?? '', dice, size });
  const live = new Set<string>();
  const ledger = openLedger(postgres.url);
  await until(async () => (await ledger.unfinished()).length === 0, { withinMs: SOON_MS });
  expect(await until(() => isReady(true), { withinMs: SOON_MS })).toBe(true);

  /** Returns true if every process is ready, or not, as wanted. */
  async function isReady(wanted: boolean, why = ''): Promise<boolean> {
    const answers = await Promise.all(
      crew.members.map(async ({ url }) => {
        const answer = await fetch(`${url}/ready`);
        return { isGreen: answer.status === 200, text: await answer.text() };
      }),
    );
    return answers.every(({ isGreen, text }) => isGreen === wanted && text.includes(why));
  }
  /** Returns true if bots and workers report Discord as the problem, while every process stays ready. */
  async function isDiscordMissed(): Promise<boolean> {
    const named = await Promise.all(
      crew.members.map(async ({ url }) => {
        const { data } = (await (await fetch(`${url}/ready`)).json()) as { data?: { discord?: string } };
        return data?.discord;
      }),
    );
    return (await isReady(true)) && !named.includes('ok') && named.some((reason) => reason !== undefined);
  }
  /** Starts the streams of the next `count` creators. */
  const goLive = (count: number): void => {
    for (const { platform, name } of cast.creators.slice(live.size, live.size + count)) {
      live.add(name);
      act(sim, platform, 'go-live', { who: name });
    }
  };
  const verdict = () => {
    const { missing, ...rest } = judge(sim, cast);
    return { ...rest, missing: missing.filter((each) => live.has(each.split(' ')[1] ?? '')) };
  };
  const left = async () => ({
    letters: post.waiting(),
    messages: verdict().missing,
    work: await ledger.unfinished(),
  });
  async function close(): Promise<void> {
    await post.close();
    await crew.close();
    await sim.close();
  }
  return { sim, crew, cast, post, isReady, isDiscordMissed, goLive, verdict, left, close };
}

type Scene = Awaited<ReturnType<typeof setScene>>;

/** Checks that each message is posted once, and no process has exited. */
async function finish({ crew, verdict, isReady, left }: Scene, withinMs: number): Promise<void> {
  expect(await until(() => isReady(true), { withinMs: SOON_MS })).toBe(true);
  const nothing = { letters: 0, messages: [], work: [] };
  // Stores the last reading, because the next minute's work begins a moment later.
  let seen: unknown;
  await until(async () => isDeepStrictEqual((seen = await left()), nothing), { withinMs });
  expect(seen).toEqual(nothing);
  const { present: _, ...wrong } = verdict();
  expect({ ...wrong, crashes: crew.crashes }).toEqual({ ...clean, crashes: [] });
}

describe.skipIf(!database)('H13', () => {
  let scene: Scene;
  const postgres = database as PostgresServer;
  beforeAll(async () => {
    scene = await setScene(postgres);
  }, 3 * SOON_MS);
  afterAll(async () => {
    await scene.close();
    await postgres.stop();
    await disk?.remove();
  });

  test(
    'the database is down: intake answers 503, and no event of that time is lost',
    async () => {
      scene.goLive(2);
      await postgres.pause();
      scene.goLive(4);
      expect(await until(() => scene.isReady(false, 'database'), { withinMs: SOON_MS })).toBe(true);
      await pause(away.databaseMs);
      const { answers } = scene.post.figures;
      const refused = answers[503] ?? 0;
      expect(Object.keys(answers).filter((status) => !['200', '503'].includes(status))).toEqual([]);
      expect(refused).toBeGreaterThan(0);
      const since = performance.now();
      await postgres.resume();
      scene.goLive(2);
      await finish(scene, SOON_MS);
      print(`H13 (${soak}): database away for ${inSeconds(away.databaseMs)}`, {
        'refused with 503': `${refused}`,
        'everything there after': inSeconds(performance.now() - since),
      });
    },
    away.databaseMs + 3 * SOON_MS,
  );

  test(
    'Discord is down: everything is posted once when it is back',
    async () => {
      scene.goLive(2);
      const { attempts } = scene.post.figures;
      const before = scene.post.figures.answers[200] ?? 0;
      const outage = scene.sim.faults.add({ world: 'discord', kind: 'outage' });
      act(scene.sim, 'discord', 'gateway', { do: 'drop' });
      const since = performance.now();
      scene.goLive(6);
      expect(await until(() => scene.isDiscordMissed(), { withinMs: NOTICED_MS })).toBe(true);
      await pause(Math.max(0, away.discordMs - (performance.now() - since)));
      // Accepting pushes does not need Discord, so all of them are accepted.
      const isTakenIn = () =>
        (scene.post.figures.answers[200] ?? 0) - before === scene.post.figures.attempts - attempts;
      expect(await until(isTakenIn, { withinMs: SOON_MS })).toBe(true);
      scene.sim.faults.remove(outage.id);
      const back = performance.now();
      await finish(scene, BACK_MS);
      print(`H13 (${soak}): Discord away for ${inSeconds(back - since)}`, {
        'everything there after': inSeconds(performance.now() - back),
      });
    },
    away.discordMs + 3 * SOON_MS + BACK_MS,
  );

  test.skipIf(!disk)(
    'the disk is full: intake answers 503, and everything continues when there is room again',
    async () => {
      if (!disk) return;
      scene.goLive(2);
      await disk.fill();
      scene.goLive(4);
      // A few pushes fit into existing database pages, but many do not.
      let titles = 0;
      const refusedBefore = scene.post.figures.answers[503] ?? 0;
      const lettersBefore = scene.post.figures.letters;
      const isRefused = (): boolean => {
        const { name } = scene.cast.creators[0] as { name: string };
        const onTheirWay = Math.max(0, titles - (scene.post.figures.letters - lettersBefore));
        // Limits the calls at once to what a slow machine can answer in time. Otherwise it would answer none.
        for (let more = onTheirWay + scene.post.waiting(); more < 50; more += 1)
          act(scene.sim, 'kick', 'change-title', { who: name, title: `${name} ${titles++}` });
        return (scene.post.figures.answers[503] ?? 0) > refusedBefore;
      };
      expect(await until(isRefused, { withinMs: SOON_MS })).toBe(true);
      expect(await until(() => scene.isReady(false, ''), { withinMs: NOTICED_MS })).toBe(true);
      await disk.free();
      scene.goLive(2);
      // The full disk may have ended Postgres itself, so its supervisor restarts it.
      await postgres.pause();
      await postgres.resume();
      await finish(scene, BACK_MS);
      print(`H13 (${soak}): disk full`, {
        'pushes acknowledged, refused': `${scene.post.figures.answers[200]}, ${scene.post.figures.answers[503]}`,
      });
    },
    3 * SOON_MS + BACK_MS,
  );
});

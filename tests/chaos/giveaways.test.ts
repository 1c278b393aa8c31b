import type { GiveawayProof } from '@tally/contract';
import { checkDraw, readSheet, recordOf } from '@tally/draw';
import { type Sim, startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { type Shown, type Told, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { act } from './world/act.ts';
import { logIn } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { demoUser } from './world/people.ts';
import { print } from './world/print.ts';
import { sized, soak } from './world/sizes.ts';

/** The single process is killed at each step of a giveaway, and external services fail at its end. */
type Step = 'created' | 'entering' | 'ending' | 'sheet posted' | 'announcing';
const nightCity = '801000000000000000';
const everyStep: readonly Step[] = ['created', 'entering', 'ending', 'sheet posted', 'announcing'];
const size = sized<{ giveaways: number; people: number; awayMs: number; kills: readonly Step[] }>({
  // At these steps a kill leaves no other evidence: a press without an answer, and a posted list without a draw.
  small: { giveaways: 2, people: 5, awayMs: 1_000, kills: ['entering', 'sheet posted'] },
  nightly: { giveaways: 60, people: 40, awayMs: 60_000, kills: everyStep },
  full: { giveaways: 200, people: 40, awayMs: 600_000, kills: everyStep },
});
const START_WITHIN_MS = 300_000;
const ROUND_WITHIN_MS = 900_000 + size.awayMs;

const started = await startPostgres();
const postgres = 'url' in started ? started : null;
if ('reason' in started) process.stdout.write(`No Postgres for the giveaways: ${started.reason}\n`);

let sim: Sim;
let crew: Crew;
let member: Member;
let token: string;
let hall: string;
let people: readonly string[];

const newId = (action: string, body: object) => (act(sim, 'discord', action, body) as { id: string }).id;
const shown = () => [...(sim.discord.state.channels.get(hall)?.messages.values() ?? [])] as unknown as Shown[];
const saying = (...words: string[]) =>
  shown().filter((message) => words.every((each) => JSON.stringify(message).includes(each)));
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: ROUND_WITHIN_MS, interval: 50 });

/** Retries until a process answers, because it may be dead. */
async function ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return await until(async () => {
    const answer = await fetch(`${member.url}/data/giveaways/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status}`);
    return { status: answer.status, text: await answer.text() };
  });
}

interface Running {
  readonly id: string;
  readonly prize: string;
  /** The receipts of people whose entry was confirmed. */
  readonly receipts: Set<string>;
}

async function create(prize: string): Promise<Running> {
  const body = { channelId: hall, name: prize, durationMinutes: 600, winnerCount: 2 };
  const { status, text } = await ask('POST', nightCity, body);
  expect([status, text]).toEqual([200, expect.any(String)]);
  const { existing } = JSON.parse((await ask('GET', nightCity)).text).data as {
    existing: { giveawayId: string; name: string }[];
  };
  const id = existing.find(({ name }) => name === prize)?.giveawayId ?? '';
  return { id, prize, receipts: new Set() };
}

/** Presses until the entry is confirmed. Without an answer it presses again, as people do. */
async function enter({ prize, receipts }: Running, user_id: string): Promise<void> {
  await until(async () => {
    const [message] = saying(prize, 'Fair draw');
    const custom_id = message?.components[0]?.components[0]?.custom_id;
    const told = (await act(sim, 'discord', 'press', {
      channel_id: hall,
      message_id: message?.id,
      user_id,
      custom_id,
    })) as Told;
    const receipt = /Receipt `([0-9a-f]{12})`/.exec(textOf(told))?.[1];
    if (!receipt) throw new Error(`${prize}: ${told.outcome} ${textOf(told)}`);
    receipts.add(receipt);
  });
}

const end = async ({ id }: Running): Promise<void> => {
  const { status } = await ask('POST', `${nightCity}/${id}/end`);
  // The first answer was lost with its process, so the giveaway has already ended.
  expect([200, 409]).toContain(status);
};

/** Checks that the giveaway ended, every confirmed person took part, and a stranger computes the same winners. */
async function check({ id, prize, receipts }: Running): Promise<void> {
  await until(() => expect(saying(prize, 'Congratulations')).not.toEqual([]));
  await until(() => expect(saying(prize, '"label":"Ended"')).toHaveLength(1));
  const proof = JSON.parse((await ask('GET', `${nightCity}/${id}/proof`)).text).data as GiveawayProof;
  const { text: sheet } = await ask('GET', `${nightCity}/${id}/sheet/1`);
  const [draw] = proof.draws;
  if (!draw) throw new Error(`${prize} has no draw`);
  const steps = checkDraw(recordOf(proof.draws, draw, { own: sheet, first: sheet }), proof.beacon);
  expect([prize, Object.entries(steps).filter(([, verdict]) => verdict === 'wrong')]).toEqual([prize, []]);
  // Each list is a separate message. The one that counts was posted before its round.
  expect([prize, steps.posted]).toEqual([prize, 'right']);
  const hashes = [draw.sheetHash ?? '', ...draw.abandoned.map(({ sheetHash }) => sheetHash)];
  // The giveaway's card and its earlier versions also contain the hash, but not in their text.
  const postsOf = (hash: string) => shown().filter(({ content }) => content.includes(hash)).length;
  expect([prize, hashes.map(postsOf)]).toEqual([prize, hashes.map(() => 1)]);
  const keys = new Set(readSheet(sheet)?.entries.map(({ key }) => key.slice(0, 12)));
  expect([prize, [...receipts].filter((receipt) => !keys.has(receipt))]).toEqual([prize, []]);
  expect([prize, keys.size]).toEqual([prize, people.length]);
}

async function makeAll(name: string): Promise<Running[]> {
  const all: Running[] = [];
  for (let place = 1; place <= size.giveaways; place += 1) all.push(await create(`${name} ${place}.`));
  return all;
}

const enterAll = async (all: readonly Running[]): Promise<void> => {
  await Promise.all(all.flatMap((each) => people.map((person) => enter(each, person))));
};

/** Checks again at the end, when a late second announcement would have arrived. */
function expectOneOfEach(all: readonly Running[]): void {
  const counts = all.map(({ prize }) => [saying(prize, 'Congratulations').length, saying(prize, 'Fair draw').length]);
  expect(counts).toEqual(all.map(() => [1, 1]));
}

describe.skipIf(!postgres)('giveaways', () => {
  beforeAll(async () => {
    sim = await startSim({ limits: false });
    const env = { PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' };
    crew = await startCrew({ sim, databaseUrl: (postgres as PostgresServer).url, roles: ['all'], env });
    member = crew.members[0] as Member;
    token = await logIn(sim, member.url, demoUser);
    hall = newId('add-channel', { guild_id: nightCity, name: 'prizes' });
    people = Array.from({ length: size.people }, (_, place) => {
      const id = newId('add-user', { username: `guest${place}` });
      act(sim, 'discord', 'join', { guild_id: nightCity, user_id: id });
      return id;
    });
    await until(async () => {
      const { status, text } = await ask('GET', nightCity);
      if (status !== 200) throw new Error(text);
    });
  }, START_WITHIN_MS);
  afterAll(async () => {
    await crew.close();
    await sim.close();
    await postgres?.stop();
  });

  test(
    'killed at their steps, each ends once, and every confirmed entry is there',
    async () => {
      const kills: Step[] = [];
      const kill = async (step: Step): Promise<void> => {
        if (!size.kills.includes(step)) return;
        kills.push(step);
        await member.kill();
        await member.untilUp();
      };
      const all = await makeAll('Lamp');
      await kill('created');
      const entering = enterAll(all);
      await until(() => expect(all.some(({ receipts }) => receipts.size > 0)).toBe(true));
      await kill('entering');
      await entering;
      const ending = Promise.all(all.map(end));
      await kill('ending');
      await ending;
      await until(() => expect(saying('Entries for **Lamp', 'SHA-256')).not.toEqual([]));
      await kill('sheet posted');
      await until(() => expect(saying('Lamp', 'Congratulations')).not.toEqual([]));
      await kill('announcing');
      for (const each of all) await check(each);
      expectOneOfEach(all);
      print(`Giveaways (${soak})`, {
        'giveaways, entries': `${all.length}, ${all.length * people.length}`,
        'killed while': kills.join(', '),
      });
    },
    ROUND_WITHIN_MS,
  );

  test(
    'Discord, then the database, away across the end: each ends once',
    async () => {
      const all = await makeAll('Chair');
      await enterAll(all);
      const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
      act(sim, 'discord', 'gateway', { do: 'drop' });
      await Promise.all(all.map(end));
      await vi.waitFor(
        async () => {
          const { text } = await ask('GET', `${nightCity}/${all.at(-1)?.id}`);
          expect(JSON.parse(text).data).toMatchObject({ state: 'drawing' });
        },
        { timeout: ROUND_WITHIN_MS, interval: 250 },
      );
      await (postgres as PostgresServer).pause();
      await new Promise((resolve) => setTimeout(resolve, size.awayMs));
      await (postgres as PostgresServer).resume();
      sim.faults.remove(outage.id);
      for (const each of all) await check(each);
      expectOneOfEach(all);
    },
    ROUND_WITHIN_MS,
  );

  test('no process exited on its own, and no call was unknown to the outside world', () =>
    expect([crew.crashes, sim.unknownCalls]).toEqual([[], []]));
});

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drawOrder, entryKey, hashSheet, totalOf, writeSheet } from '@tally/draw';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { makeMember, makeUser } from '../../apps/sim/src/discord/state/make.ts';
import { logIn } from '../../tests/chaos/world/cast.ts';
import { demoUser } from '../../tests/chaos/world/people.ts';

/**
 * Measures giveaways on both databases, within the limits of the simulated Discord: a crowd that enters within a
 * minute, with bursts, and a draw with a hundred thousand entrants.
 */
const BARS = { p95Ms: 1_000, maxMs: 2_500, editsPerMinute: 12, sheetMs: 3_000, drawMs: 1_000, winnersMs: 20_000 };
const { values } = parseArgs({
  options: { people: { type: 'string', default: '5000' }, crowd: { type: 'string', default: '100000' } },
});
const PEOPLE = Number(values.people);
const CROWD = Number(values.crowd);
const MINUTE_MS = 60_000;
const BURST = { size: 300, everyMs: 10_000 };
const nightCity = '801000000000000000';

interface Scene {
  readonly sim: Sim;
  readonly hall: string;
  ask(method: string, path: string, body?: object): Promise<string>;
}

async function withScene(databaseUrl: string | null, run: (scene: Scene) => Promise<boolean>): Promise<boolean> {
  const sim = await startSim({});
  const env = { PLANS: 'unlimited', LOG_LEVEL: 'error', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const server = await startServer({ sim, role: 'all', env });
  try {
    const token = await logIn(sim, server.url, demoUser);
    const { id: hall } = (await control(sim, 'add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string };
    const ask: Scene['ask'] = async (method, path, body) => {
      // Waits for the bot, which reports its servers shortly after the start.
      for (let tries = 0; ; tries += 1) {
        const answer = await fetch(`${server.url}/data/giveaways/${nightCity}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        if (answer.ok) return text;
        if (tries > 100) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
        await pause(100);
      }
    };
    return await run({ sim, hall, ask });
  } finally {
    await server.kill();
    await sim.close();
  }
}

const control = async (sim: Sim, action: string, body: object): Promise<unknown> =>
  await sim.discord.controls[action]?.(body);
const messagesIn = ({ sim, hall }: Scene) => [...(sim.discord.state.channels.get(hall)?.messages.values() ?? [])];

async function create(scene: Scene, name: string, winnerCount: number): Promise<string> {
  await scene.ask('POST', '', { channelId: scene.hall, name, durationMinutes: 600, winnerCount });
  const { existing } = (JSON.parse(await scene.ask('GET', '')) as { data: Listed }).data;
  await waitFor(() => messagesIn(scene).some((message) => JSON.stringify(message.embeds).includes(name)));
  return existing.find((each) => each.name === name)?.giveawayId ?? '';
}
interface Listed {
  existing: { giveawayId: string; name: string }[];
}

async function waitFor(check: () => boolean | Promise<boolean>): Promise<number> {
  const since = performance.now();
  while (!(await check())) {
    if (performance.now() - since > 120_000) throw new Error('nothing has happened for two minutes');
    await pause(20);
  }
  return performance.now() - since;
}

/** Sends presses at their scheduled times, even if earlier ones are not answered. */
async function enterAll(scene: Scene): Promise<boolean> {
  const id = await create(scene, 'A lamp', 2);
  const people: string[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const user = (await control(scene.sim, 'add-user', { username: `guest${place}` })) as { id: string };
    await control(scene.sim, 'join', { guild_id: nightCity, user_id: user.id });
    people.push(user.id);
  }
  const [message] = messagesIn(scene);
  const button = JSON.stringify(message?.components).match(/"custom_id":"([^"]+)"/)?.[1];
  const counts = watchCount(scene);
  const refusedBefore = scene.sim.discord.stats.selfInflicted429;
  const waits: number[] = [];
  const receipts = new Set<string>();
  const press = async (user_id: string): Promise<void> => {
    const since = performance.now();
    const asked = { channel_id: scene.hall, message_id: message?.id, user_id, custom_id: button };
    const told = JSON.stringify(await control(scene.sim, 'press', asked));
    waits.push(performance.now() - since);
    const receipt = /Receipt `([0-9a-f]{12})`/.exec(told)?.[1];
    if (receipt) receipts.add(receipt);
  };
  const start = performance.now();
  await Promise.all(
    momentsOf(people.length).map(async (at, place) => {
      await pause(Math.max(0, at - (performance.now() - start)));
      await press(people[place] as string);
    }),
  );
  const edits = await counts.stop(String(receipts.size));
  const { data } = JSON.parse(await scene.ask('GET', `/${id}`)) as { data: { currentEntries: number } };
  const refused = scene.sim.discord.stats.selfInflicted429 - refusedBefore;
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  const isGood =
    at(0.95) <= BARS.p95Ms &&
    at(1) <= BARS.maxMs &&
    receipts.size === PEOPLE &&
    data.currentEntries === PEOPLE &&
    edits <= BARS.editsPerMinute + 1 &&
    refused === 0;
  console.log(
    `  ${PEOPLE} entries in a minute with bursts of ${BURST.size}/s: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (bar ${BARS.p95Ms}), slowest ${at(1)} ms (bar ${BARS.maxMs}); ` +
      `told "you are in" ${receipts.size}, counted ${data.currentEntries}; ${edits} edits (bar ${BARS.editsPerMinute} a minute), ${refused} × 429  ${isGood ? 'ok' : 'FALLS SHORT'}`,
  );
  return isGood;
}

/** Returns the times of the presses: bursts of three hundred within a second, and the rest evenly over the minute. */
function momentsOf(count: number): number[] {
  const bursts = Math.min(Math.floor(MINUTE_MS / BURST.everyMs), Math.floor(count / BURST.size / 2));
  const inBursts = Array.from(
    { length: bursts * BURST.size },
    (_, place) => Math.floor(place / BURST.size) * BURST.everyMs + 5_000 + ((place % BURST.size) / BURST.size) * 1_000,
  );
  const rest = count - inBursts.length;
  const spread = Array.from({ length: rest }, (_, place) => (place / rest) * MINUTE_MS);
  return [...inBursts, ...spread];
}

/** Counts the message's edits, one per new number on the button. */
function watchCount(scene: Scene) {
  let last = '';
  let edits = -1;
  const look = () => {
    const now = JSON.stringify(messagesIn(scene)[0]?.components);
    if (now !== last) edits += 1;
    last = now;
  };
  const timer = setInterval(look, 50);
  return {
    async stop(wanted: string): Promise<number> {
      const during = edits;
      await waitFor(() => last.replaceAll(',', '').includes(`"label":"${wanted}"`));
      clearInterval(timer);
      return during;
    },
  };
}

async function drawMany(scene: Scene, databaseUrl: string): Promise<boolean> {
  const id = await create(scene, 'A house', 100);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Adds members without sending events to the bot, because a hundred thousand joins are not measured.
  const { state } = scene.sim.discord;
  const guild = state.guilds.get(nightCity);
  if (!guild) throw new Error('The simulated server is gone.');
  const people = Array.from({ length: CROWD }, (_, place) => makeUser(state, { username: `crowd${place}` }));
  for (const person of people) makeMember(state, guild, person);
  await client.query(
    `insert into giveaway_entries (giveaway_id, key, user_id, username, salt, tickets, entered_at)
     select $1, encode(sha256(id::bytea), 'hex'), id, 'crowd', encode(substr(sha256(id::bytea), 1, 16), 'hex'), 1 + n % 5, now()
       from unnest($2::text[]) with ordinality as p (id, n)`,
    [id, people.map((person) => person.id)],
  );
  await client.query(
    'update giveaways set people = $2, has_entries = true, tickets = (select sum(tickets) from giveaway_entries where giveaway_id = $1) where id = $1',
    [id, CROWD],
  );
  const since = performance.now();
  await scene.ask('POST', `/${id}/end`);
  const closedMs = performance.now() - since;
  await waitFor(async () => {
    const { rows } = await client.query('select drawn_at from giveaway_draws where giveaway_id = $1 and number = 1', [
      id,
    ]);
    return rows[0]?.drawn_at != null;
  });
  const winnersMs = performance.now() - since;
  await client.end();

  const entries = Array.from({ length: CROWD }, (_, place) => ({
    key: entryKey({ salt: randomBytes(16).toString('hex'), userId: String(place) }),
    tickets: 1 + (place % 5),
  }));
  const sheetSince = performance.now();
  const sheet = writeSheet({ giveawayId: 'gw_bench', draw: 1, winners: 100, round: null, timing: null, entries });
  const sheetHash = hashSheet(sheet);
  const sheetMs = performance.now() - sheetSince;
  const drawSince = performance.now();
  const seed = randomBytes(32).toString('hex');
  let drawn = 0;
  for (const _ of drawOrder({ seed, sheetHash, randomness: null, entries })) {
    drawn += 1;
    if (drawn === 100) break;
  }
  const drawMs = performance.now() - drawSince;
  const isGood = closedMs <= BARS.sheetMs && drawMs <= BARS.drawMs && winnersMs <= BARS.winnersMs;
  console.log(
    `  ${CROWD} entrants, ${totalOf(entries)} tickets: closed with its sheet in ${Math.round(closedMs)} ms (bar ${BARS.sheetMs}; the text alone ${Math.round(sheetMs)} ms), ` +
      `draw of 100 in ${Math.round(drawMs)} ms (bar ${BARS.drawMs}), from closing to the end of the draw ${(winnersMs / 1000).toFixed(1)} s (bar ${BARS.winnersMs / 1000})  ${isGood ? 'ok' : 'FALLS SHORT'}`,
  );
  return isGood;
}

const postgres = await startPostgres();
if (!('url' in postgres)) throw new Error(postgres.reason);
console.log('Postgres');
const onPostgres = await withScene(
  postgres.url,
  async (scene) => (await enterAll(scene)) && (await drawMany(scene, postgres.url)),
);
await postgres.stop();
console.log('The built-in database');
const onEmbedded = await withScene(null, enterAll);
process.exitCode = onPostgres && onEmbedded ? 0 : 1;

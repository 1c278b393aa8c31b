import { platforms } from '@tally/contract';
import { createRouter, defineCommand, privately } from '@tally/discord/interactions';
import { addFigures, createFigures, type Figure, type FigureKind } from '@tally/infra/figures';
import { type Ctx, days, hours, silentLog, systemTimers } from '@tally/kernel';
import { readFigures } from '../../packages/features/src/admin/service/figures.ts';
import { testCtx } from '../../tests/helpers/context.ts';

/**
 * Measures the staff statistics after a year of ten million events, which are stored by the hour for 90 days and by day
 * before that: the cold time of each period, and the cost of counting a command. TEST_DB chooses the database.
 */
const BARS = { readMs: 500, percent: 1 };
const EVENTS = 10_000_000;
const HOURS_DAYS = 90;
const YEAR_DAYS = 365;
const ROUNDS = 200_000;

let isGood = true;
function report(what: string, figure: number, unit: string, most: number): void {
  if (figure > most) isGood = false;
  process.stdout.write(`${what}: ${figure.toFixed(2)} ${unit} (at most ${most})${figure > most ? ' MISSED' : ''}\n`);
}

const names: Readonly<Partial<Record<FigureKind, readonly string[]>>> = {
  command: Array.from({ length: 70 }, (_, at) => `/command ${at}`),
  button: Array.from({ length: 40 }, (_, at) => `button-${at}`),
  posted: platforms.flatMap((each) => [`${each}/live`, `${each}/clip`]),
  failed: ['kick', 'twitch', 'youtube'],
  trouble: ['missingPermission', 'unknownChannel'],
  took: ['100', '250', '500', '1000'],
  server: ['came', 'went'],
  person: ['came', 'went'],
};

const house = await testCtx({ now: new Date() });
const now = Math.floor(Date.now() / hours(1)) * hours(1);
const moments = [
  ...Array.from({ length: HOURS_DAYS * 24 }, (_, at) => now - at * hours(1)),
  ...Array.from({ length: YEAR_DAYS * 2 - HOURS_DAYS }, (_, at) => now - days(HOURS_DAYS + 1 + at)),
];
const kinds = Object.entries(names).flatMap(([kind, list]) => list.map((name) => ({ kind: kind as FigureKind, name })));
const count = Math.ceil(EVENTS / (moments.length * kinds.length));
for (const moment of moments) {
  await addFigures(
    house.ctx.db,
    kinds.map(({ kind, name }): Figure => ({ kind, name, hour: new Date(moment), count })),
  );
}
process.stdout.write(`${moments.length * kinds.length} rows for ${EVENTS} events\n`);
for (const lookback of [1, 7, 28, 90, 365]) {
  const since = performance.now();
  await readFigures(house.ctx, lookback);
  report(`figures of ${lookback} days`, performance.now() - since, 'ms', BARS.readMs);
}

const figures = createFigures({ db: house.ctx.db, clock: house.clock, timers: systemTimers, log: silentLog });
let since = performance.now();
for (let round = 0; round < ROUNDS; round += 1) figures.count('command', `/command ${round % 70}`);
const countMs = (performance.now() - since) / ROUNDS;

const hello = defineCommand({
  kind: 'slash',
  name: 'hello',
  about: 'errors.notFound',
  run: async () => privately('hello'),
});
const discord = { interactions: { respond: () => Promise.resolve() } };
const makeCtx = () => ({ log: silentLog, timers: systemTimers, locale: 'en-US' }) as unknown as Ctx;
const router = createRouter({ parts: [hello], discord: discord as never, makeCtx });
const COMMANDS = 5_000;
since = performance.now();
for (let round = 0; round < COMMANDS; round += 1) {
  await router.handle({
    type: 2,
    id: String(700_000_000_000_000_000n + BigInt(round)),
    token: 'token',
    guild_id: '200000000000000001',
    channel_id: '500000000000000001',
    member: { user: { id: '400000000000000001', username: 'ann' }, roles: [], permissions: '32' },
    locale: 'en-GB',
    app_permissions: '2048',
    data: { name: 'hello', type: 1, options: [] },
  });
}
const commandMs = (performance.now() - since) / COMMANDS;
report('counting beside a command that does nothing else', (countMs / commandMs) * 100, '% of it', BARS.percent);
await figures.close();
await house.close();
process.exit(isGood ? 0 : 1);

import { days, hours, minutes } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFigures, foldFigures, listFigures, replaceFigures, sumFigures } from './index.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
beforeEach(() => house.database.reset());
afterAll(() => house.close());

const noon = new Date('2026-01-15T12:00:00Z');
const after = (ms: number) => new Date(noon.getTime() + ms);
const processOf = (db = house.ctx.db) =>
  createFigures({ db, clock: house.clock, timers: house.clock.timers, log: house.ctx.log });
const byHour = { kinds: ['command', 'button'], from: noon, step: 'hour' } as const;

test('two processes count into one hour; the clock writes it once a minute', async () => {
  house.clock.set(noon);
  const [bot, api] = [processOf(), processOf()];
  bot.count('command', '/faq');
  bot.count('command', '/faq');
  api.count('command', '/faq', 3);
  api.count('button', 'join', 0);
  expect(await listFigures(house.ctx.db, byHour)).toEqual([]);
  house.clock.move(minutes(1));
  await vi.waitFor(async () =>
    expect(await listFigures(house.ctx.db, byHour)).toEqual([{ kind: 'command', name: '/faq', hour: noon, count: 5 }]),
  );
  await Promise.all([bot.close(), api.close()]);
});

test('counts that could not be written are written later, under the hour in which they happened', async () => {
  house.clock.set(noon);
  let isAway = true;
  const execute = house.ctx.db.execute.bind(house.ctx.db);
  const db = new Proxy(house.ctx.db, {
    get: (target, key) =>
      key === 'execute' && isAway
        ? () => Promise.reject(new Error('away'))
        : key === 'execute'
          ? execute
          : Reflect.get(target, key),
  });
  const counting = processOf(db);
  counting.count('command', '/faq');
  await counting.write();
  house.clock.move(hours(2));
  counting.count('command', '/faq');
  isAway = false;
  await counting.close();
  expect(await listFigures(house.ctx.db, byHour)).toMatchObject([
    { hour: noon, count: 1 },
    { hour: after(hours(2)), count: 1 },
  ]);
});

test('old counts are merged by day, and the sums stay', async () => {
  const { db } = house.ctx;
  const rows = [0, 1, 12, 25].map((hour) => ({
    kind: 'posted' as const,
    name: 'kick/live',
    hour: after(hours(hour)),
    count: hour + 1,
  }));
  await replaceFigures(db, { kinds: ['posted'], from: noon, to: after(days(3)) }, rows);
  const ever = { from: after(-days(1)), to: after(days(9)) };
  const before = await sumFigures(db, ever);
  for (let round = 0; round < 2; round += 1) await foldFigures(db, new Date('2026-01-17T00:00:00Z'));
  expect(await sumFigures(db, ever)).toEqual(before);
  const kept = await listFigures(db, { kinds: ['posted'], from: new Date('2026-01-15T00:00:00Z'), step: 'hour' });
  expect(kept.map(({ hour, count }) => [hour.toISOString().slice(0, 13), count])).toEqual([
    ['2026-01-15T00', 3],
    ['2026-01-16T00', 13 + 26],
  ]);
});

test('two concurrent recounts of the same time do not add up', async () => {
  const { db } = house.ctx;
  const row = { kind: 'posted' as const, name: 'kick/live', hour: noon, count: 7 };
  const anew = () =>
    db.transaction((tx) => replaceFigures(tx, { kinds: ['posted'], from: noon, to: after(hours(1)) }, [row]));
  await Promise.all([anew(), anew(), anew()]);
  expect(await listFigures(db, { kinds: ['posted'], from: noon, step: 'day' })).toMatchObject([{ count: 7 }]);
});

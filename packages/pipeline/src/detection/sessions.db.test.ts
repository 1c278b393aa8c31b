import { minutes, type PlatformEvent, seconds } from '@tally/kernel';
import { ada, type LiveSnapshot, liveAt, type PlatformHouse, platformHouse } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOpenSessions, observe, sweep } from './index.ts';
import { endDueGraces } from './session/graces.ts';
import { askAllSoon } from './store/due.ts';

let house: PlatformHouse;
let start: Date;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.reset();
  await house.follow();
  start = house.clock.now();
});

const see = (snapshot: LiveSnapshot | 'offline', pushedAt?: Date) =>
  house.ctx.db.transaction((tx) =>
    observe(house.ctx, tx, 'kick', {
      snapshot: snapshot === 'offline' ? { state: 'offline', channelId: ada.id } : snapshot,
      isSigned: pushedAt !== undefined,
      occurredAt: pushedAt,
    }),
  );
const pass = async (ms: number) => {
  house.clock.move(ms);
  await endDueGraces(house.ctx);
};
const ends = () => house.told.flatMap((event) => (event.kind === 'end' ? [event.grace] : [])).toSorted((a, b) => a - b);
const sessionOf = (event: PlatformEvent | undefined) => (event && 'session' in event ? event.session : undefined);
/** Returns sessions in the order in which they began. */
const begun = () =>
  house.told
    .flatMap((event) => (event.kind === 'live' ? [event.session] : []))
    .toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
    .map(({ id }) => id);
/** The session, the graces of the notified servers, and the end time. */
type Meant = readonly [id: string, graces: readonly number[] | undefined, endedAt: Date | null];
const meant = (kind: 'live' | 'update' | 'end'): Meant[] =>
  house.told.flatMap((event) =>
    event.kind === kind && 'session' in event ? [[event.session.id, event.part?.graces, event.session.endedAt]] : [],
  );
const byGrace = ([, one]: Meant, [, other]: Meant): number => (one?.[0] ?? 0) - (other?.[0] ?? 0);
const sessions = () => new Set(house.told.flatMap((event) => sessionOf(event)?.id ?? []));

describe('the end of a stream', () => {
  it('is announced grace by grace, by the clock alone, with the start of the silence', async () => {
    await see(liveAt(start));
    const endedAt = house.clock.now();
    await see('offline', endedAt);
    expect(await house.hasTold('live', 'end')).toBe(true);
    expect(ends()).toEqual([0]);
    for (const [count, told] of [
      [0, 5],
      [0, 5, 10],
      [0, 5, 10, 15],
    ].entries()) {
      await pass(minutes(5) - 1);
      expect(await endDueGraces(house.ctx)).toBeUndefined();
      await pass(1);
      expect(await house.hasTold('live', ...told.map(() => 'end' as const))).toBe(true);
      expect([count, ends()]).toEqual([count, told]);
    }
    const since = house.told.flatMap((event) => (event.kind === 'end' ? [event.session.endedAt] : []));
    expect(since).toEqual([endedAt, endedAt, endedAt, endedAt]);
    await pass(minutes(60));
    expect(await house.hasTold('live', 'end', 'end', 'end', 'end')).toBe(true);
  });

  it('depends only on the clock, even if the platform does not answer', async () => {
    await see(liveAt(start));
    await see('offline', house.clock.now());
    house.answers.set(ada.id, { snapshot: { state: 'unknown', channelId: ada.id, reason: '503' } });
    house.clock.move(minutes(5));
    await sweep(house.ctx, house.platform);
    await endDueGraces(house.ctx);
    expect(await house.hasTold('live', 'end', 'end')).toBe(true);
  });

  it('removes it from the live list as soon as it is certain', async () => {
    const open = () => listOpenSessions(house.ctx.db, 'kick', [ada.id]);
    await see(liveAt(start));
    await see('offline');
    expect(await open()).toHaveLength(1);
    await see('offline');
    expect(await open()).toEqual([]);
  });

  it('needs a second answer', async () => {
    await see(liveAt(start));
    await see('offline');
    await pass(minutes(60));
    expect(await house.hasTold('live')).toBe(true);
    await see('offline');
    expect(await house.hasTold('live', 'end', 'end', 'end', 'end')).toBe(true);
  });
});

describe('a stream that returns', () => {
  it.each([1, 4, 7, 12])(
    'under the same id after %d minutes continues, and servers that were notified of its end get an update',
    async (count) => {
      await see(liveAt(start));
      await see('offline', house.clock.now());
      await pass(minutes(count));
      const told = [0, 5, 10].filter((grace) => grace <= count);
      expect(await house.hasTold('live', ...told.map(() => 'end' as const))).toBe(true);
      await see(liveAt(start), house.clock.now());
      expect(await house.hasTold('live', ...told.map(() => 'end' as const), 'update')).toBe(true);
      expect(sessions().size).toBe(1);
      expect(sessionOf(house.told.findLast(({ kind }) => kind === 'update'))?.endedAt).toBeNull();
      await pass(minutes(60));
      expect(await house.hasTold('live', ...told.map(() => 'end' as const), 'update')).toBe(true);
    },
  );

  it.each([
    [1, [0]],
    [7, [0, 5]],
    [12, [0, 5, 10]],
  ])(
    'as another one after %d minutes is new at once and continues for the rest; %j were notified of the end',
    async (count, over) => {
      await see(liveAt(start));
      await see('offline', house.clock.now());
      await pass(minutes(count));
      const ended = over.map(() => 'end' as const);
      expect(await house.hasTold('live', ...ended)).toBe(true);
      await see(liveAt(house.clock.now(), { streamId: 's2' }), house.clock.now());
      expect(await house.hasTold('live', ...ended, 'update', 'live')).toBe(true);
      const [first, second] = begun();
      expect(meant('update')).toEqual([[first, [5, 10, 15], null]]);
      expect(meant('live').at(-1)).toEqual([second, [0], null]);

      await see('offline', house.clock.now());
      await pass(minutes(15));
      expect(await house.hasTold('live', ...ended, 'update', 'live', 'end', 'end', 'end', 'end')).toBe(true);
      const since = new Date(house.clock.now().getTime() - minutes(15));
      expect(meant('end').slice(over.length).toSorted(byGrace)).toEqual(
        [0, 5, 10, 15].map((grace) => [grace === 0 ? second : first, [grace], since]),
      );
    },
  );

  it('as another one keeps its counts where it continues', async () => {
    await see(liveAt(start));
    await see('offline', house.clock.now());
    await pass(minutes(1));
    const details = { ...liveAt(start).details, viewers: 50, category: 'Music', title: null };
    await see(liveAt(house.clock.now(), { streamId: 's2', details }), house.clock.now());
    expect(await house.hasTold('live', 'end', 'update', 'live')).toBe(true);
    const told = (kind: PlatformEvent['kind']) => sessionOf(house.told.findLast((event) => event.kind === kind));
    expect(told('update')).toMatchObject({ startedAt: start, peakViewers: 50, averageViewers: 28 });
    expect(told('update')).toMatchObject({ streamId: 's2', details: { title: 'Lighthouse', category: 'Music' } });
    expect(told('update')?.categories.map(({ name }) => name)).toEqual(['Chess', 'Music']);
    expect(told('live')).toMatchObject({ startedAt: house.clock.now(), peakViewers: 50, averageViewers: 50 });
  });

  it('as a third one: each server knows it as the last one that was new to it', async () => {
    await see(liveAt(start));
    for (const [streamId, wait, told] of [
      ['s2', 7, ['live', 'end', 'end']],
      ['s3', 1, ['live', 'end', 'end', 'update', 'live', 'end']],
    ] as const) {
      await see('offline', house.clock.now());
      await pass(minutes(wait));
      // An end that was not sent yet is dropped when the stream returns.
      expect(await house.hasTold(...told)).toBe(true);
      await see(liveAt(house.clock.now(), { streamId }), house.clock.now());
    }
    expect(await house.hasTold('live', 'end', 'end', 'update', 'live', 'end', 'update', 'live')).toBe(true);
    const [first, , third] = begun();
    house.told.length = 0;
    await see(liveAt(house.clock.now(), { streamId: 's3', title: 'Harbor' }));
    expect(await house.hasTold('update', 'update')).toBe(true);
    expect(meant('update').toSorted(byGrace)).toEqual([
      [third, [0], null],
      [first, [5, 10, 15], null],
    ]);
  });

  it('after an uncertain answer is no news', async () => {
    await see(liveAt(start));
    await see('offline');
    await see(liveAt(house.clock.now(), { streamId: 's2' }));
    await pass(minutes(60));
    expect(await house.hasTold('live')).toBe(true);
  });

  it('after it was closed is another stream', async () => {
    await see(liveAt(start));
    await see('offline', house.clock.now());
    await pass(minutes(15));
    expect(await house.hasTold('live', 'end', 'end', 'end', 'end')).toBe(true);
    await see(liveAt(house.clock.now(), { streamId: 's2' }), house.clock.now());
    expect(await house.hasTold('live', 'end', 'end', 'end', 'end', 'live')).toBe(true);
    expect(sessions().size).toBe(2);
  });

  it('under another id, unseen for an hour: every server is notified of the end before the new one opens', async () => {
    await see(liveAt(start));
    house.clock.move(minutes(60));
    await see(liveAt(house.clock.now(), { streamId: 's2' }));
    expect(await house.hasTold('live', 'end', 'end', 'end', 'end', 'live')).toBe(true);
    expect(ends()).toEqual([0, 5, 10, 15]);
  });
});

describe('a clock that jumps', () => {
  it.each([-minutes(600), minutes(600)])('by %d ms ends nothing and announces nothing again', async (jump) => {
    await see(liveAt(start), start);
    house.clock.move(jump);
    await endDueGraces(house.ctx);
    await see(liveAt(start));
    house.clock.move(-jump);
    await endDueGraces(house.ctx);
    await see(liveAt(start));
    expect(await house.hasTold('live')).toBe(true);
  });

  it('back delays no one by the lost time', async () => {
    await sweep(house.ctx, house.platform);
    house.clock.move(-minutes(600));
    await askAllSoon(house.ctx.db, 'kick', house.clock.now());
    await sweep(house.ctx, house.platform);
    expect(house.asked).toHaveLength(2);
  });
});

it('the end reports what was watched, when, and by how many', async () => {
  const details = (viewers: number, category: string) => ({ ...liveAt(start).details, viewers, category });
  for (const [viewers, category] of [
    [10, 'Chess'],
    [40, 'Chess'],
    [20, 'Music'],
    [30, 'Chess'],
  ] as const) {
    house.answers.set(ada.id, { snapshot: liveAt(start, { details: details(viewers, category) }) });
    house.clock.move(seconds(60));
    await sweep(house.ctx, house.platform);
  }
  await see('offline', house.clock.now());
  expect(await house.hasTold('live', 'update', 'update', 'end')).toBe(true);
  const session = sessionOf(house.told.find(({ kind }) => kind === 'end'));
  expect(session).toMatchObject({ peakViewers: 40, averageViewers: 25 });
  expect(session?.categories).toEqual([
    { name: 'Chess', from: start },
    { name: 'Music', from: new Date(start.getTime() + 180_000) },
    { name: 'Chess', from: new Date(start.getTime() + 240_000) },
  ]);
});

import { ServerId, UserId } from '@tally/contract';
import { hours, minutes } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { roleSync } from './index.ts';
import { callKnown, endTurn, findMember, forgetMember, takeDue, takeTurn } from './store/members.ts';

const userId = UserId.parse('111111111111111111');
const place = { serverId: ServerId.parse('800000000000000001'), userId };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [roleSync] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const now = (): Date => world.clock.now();
const from = (ms: number): Date => new Date(now().getTime() + ms);
const due = () => takeDue(world.db, now(), from(minutes(20)), 10);

it('a member has one turn at a time, and is looked at again when it is over', async () => {
  const turn = { until: from(minutes(1)), next: from(hours(12)) };
  expect(await takeTurn(world.db, place, now(), turn.until)).toBe(true);
  expect(await takeTurn(world.db, place, now(), from(minutes(1)))).toBe(false);
  expect(await endTurn(world.db, place, { now: now(), ...turn })).toBe(false);
  expect(await due()).toEqual([]);
  world.clock.move(hours(12));
  expect(await due()).toEqual([place]);
});

it('what is told while somebody is at a member is looked at when they have done', async () => {
  const turn = { until: from(minutes(1)), next: from(hours(12)) };
  await takeTurn(world.db, place, now(), turn.until);
  await callKnown(world.db, { userId }, now());
  // The turn had read what is known before; to forget the member now would lose the call.
  await forgetMember(world.db, place, turn.until);
  expect(await endTurn(world.db, place, { now: now(), ...turn })).toBe(true);
  expect(await due()).toEqual([place]);
  const next = { until: from(minutes(1)), next: from(hours(12)) };
  await takeTurn(world.db, place, now(), next.until);
  expect(await endTurn(world.db, place, { now: now(), ...next })).toBe(false);
});

it('whoever died in a turn is followed by another when it would have ended', async () => {
  await takeTurn(world.db, place, now(), from(minutes(1)));
  expect(await due()).toEqual([]);
  world.clock.move(minutes(1));
  expect(await due()).toEqual([place]);
  expect(await takeTurn(world.db, place, now(), from(minutes(1)))).toBe(true);
});

it('of somebody whom nothing ties to the server any more, nothing is kept', async () => {
  const until = from(minutes(1));
  await takeTurn(world.db, place, now(), until);
  await forgetMember(world.db, place, until);
  expect(await endTurn(world.db, place, { now: now(), until, next: from(hours(12)) })).toBe(false);
  expect(await findMember(world.db, place)).toBeNull();
});

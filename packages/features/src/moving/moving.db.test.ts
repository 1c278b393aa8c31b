import { ServerId, UserId } from '@tally/contract';
import { hours, minutes } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moving } from './index.ts';
import { getMove, startMove } from './service/draft.ts';
import { deleteExpired, listForgotten } from './store.ts';

const home = ServerId.parse('900000000000000001');
const ada = UserId.parse('100000000000000001');
const person = (place: number) => UserId.parse(`10000000000000000${place}`);

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [moving] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
});

const ctx = (userId = ada) => ({
  ...world.ctx(),
  platforms: fakePlatforms({ kick: {} }, [{ id: 'kick', channelNameIn: (text: string) => text }]),
  caller: { kind: 'user', userId, sessionId: 'session', flags: new Set<never>() } as const,
});
const start = (userId = ada, text = 'kick.com/ada') => startMove(ctx(userId), home, { text });

it('three people may have a list in a server at once, and each of them one', async () => {
  for (const place of [1, 2, 3, 1]) await start(person(place));
  await expect(start(person(4))).rejects.toMatchObject({
    code: 'conflict',
    fields: [expect.stringContaining('The limit of open lists is 3.')],
  });
});

it('a list whose worker was lost is found again, and one of yesterday is deleted', async () => {
  const { id } = await start();
  const done = await start(person(2), 'someone');
  expect(done.state).toBe('ready');
  world.clock.move(minutes(3));
  expect(await listForgotten(world.db, world.clock.now())).toEqual([id]);
  world.clock.move(hours(24));
  await expect(getMove(ctx(), home, id)).rejects.toMatchObject({ code: 'notFound' });
  await deleteExpired(world.db, world.clock.now());
  expect(await moving.exportUser?.(ctx(), ada)).toEqual({ moves: [] });
});

it('a person gets their lists as a file, and they go with the person or the server', async () => {
  await start();
  await start(person(2));
  expect(await moving.exportUser?.(ctx(), ada)).toMatchObject({
    moves: [{ serverId: home, creators: ['kick.com/ada'] }],
  });
  await moving.forgetUser?.(ctx(), ada);
  expect(await moving.exportUser?.(ctx(), ada)).toEqual({ moves: [] });
  await moving.forgetServer?.(ctx(), home);
  expect(await moving.exportUser?.(ctx(), person(2))).toEqual({ moves: [] });
});

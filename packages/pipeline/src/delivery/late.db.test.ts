import { ChannelId, ServerId } from '@tally/contract';
import { defineFeature, hours, seconds, UpstreamError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findDelivery, openFanOut, sendDue } from './index.ts';

/** Hooks that run while the next message is prepared, and while it waits for its turn at Discord. */
let whileComposed = (): void => undefined;
let whileSent = (): void => undefined;

const compose = async (_ctx: unknown, rows: readonly unknown[]) => {
  whileComposed();
  return rows.map(() => ({
    kind: 'send' as const,
    payload: { content: 'live', allowed_mentions: { parse: [], roles: [], users: [] } },
  }));
};
let calls = 0;
const create = async () => {
  calls += 1;
  whileSent();
  return { id: '300000000000000001' };
};
const limited = new UpstreamError({ world: 'discord', kind: 'limited', message: 'its time was over' });
const asBefore = { state: 'queued', reason: null, inDoubtSince: null, attempts: 0 };

let world: TestWorld;
beforeAll(async () => {
  const owner = defineFeature({ name: 'notifications', deliveries: { compose } });
  world = await testWorld({ features: [owner], discord: { messages: { create } } as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  calls = 0;
  whileComposed = () => undefined;
  whileSent = () => undefined;
  const now = world.clock.now();
  const giveUpAt = new Date(now.getTime() + hours(12));
  const target = {
    dedupeKey: 'one',
    serverId: ServerId.parse('900000000000000001'),
    subject: 'ada',
    channelId: ChannelId.parse('910000000000000001'),
  };
  const about = { owner: 'notifications', kind: 'live', detectedAt: now, giveUpAt };
  await world.db.transaction((tx) => openFanOut(world.ctx(), about).add(tx, [target]));
});

it('a message that takes longer to get ready than its lease lasts does not leave, and is due at once', async () => {
  whileComposed = () => world.clock.move(seconds(31));
  await sendDue(world.ctx());
  expect(calls).toBe(0);
  expect(await findDelivery(world.db, 'one')).toMatchObject(asBefore);
  whileComposed = () => undefined;
  await sendDue(world.ctx());
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted' });
});

it('a message whose turn at Discord comes after its lease is due at once, and Discord is not blamed', async () => {
  whileSent = () => {
    world.clock.move(seconds(31));
    throw limited;
  };
  await sendDue(world.ctx());
  expect(await findDelivery(world.db, 'one')).toMatchObject(asBefore);
  whileSent = () => undefined;
  await sendDue(world.ctx());
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted' });
});

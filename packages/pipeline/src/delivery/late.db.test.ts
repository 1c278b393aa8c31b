import { ChannelId, ServerId } from '@tally/contract';
import { type PermissionName, permissionSet } from '@tally/discord/permissions';
import { defineFeature, hours, minutes, seconds, UpstreamError } from '@tally/kernel';
import { saveServerState } from '@tally/tests/roles';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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
const server = ServerId.parse('900000000000000001');
const room = ChannelId.parse('910000000000000001');
let calls = 0;
const create = async () => {
  calls += 1;
  whileSent();
  return { id: '300000000000000001' };
};
/** The messages in the channel's history. */
let history: readonly object[] = [];
let looks = 0;
const list = async () => {
  looks += 1;
  return history;
};
const limited = new UpstreamError({ world: 'discord', kind: 'limited', message: 'its time was over' });
const asBefore = { state: 'queued', reason: null, inDoubtSince: null, attempts: 0 };

let world: TestWorld;
beforeAll(async () => {
  const owner = defineFeature({ name: 'notifications', deliveries: { compose } });
  world = await testWorld({ features: [owner], discord: { messages: { create, list } } as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  // The permissions from the last test are reused for two seconds.
  world.clock.move(seconds(2));
  calls = 0;
  history = [];
  looks = 0;
  whileComposed = () => undefined;
  whileSent = () => undefined;
  const now = world.clock.now();
  const giveUpAt = new Date(now.getTime() + hours(12));
  const target = {
    dedupeKey: 'one',
    serverId: server,
    subject: 'ada',
    channelId: room,
  };
  const about = { owner: 'notifications', kind: 'live', detectedAt: now, giveUpAt };
  await world.db.transaction((tx) => openFanOut(world.ctx(), about).add(tx, [target]));
});

it('a message that takes longer to prepare than its lease lasts is not sent, and is due at once', async () => {
  whileComposed = () => world.clock.move(seconds(31));
  await sendDue(world.ctx());
  expect(calls).toBe(0);
  expect(await findDelivery(world.db, 'one')).toMatchObject(asBefore);
  whileComposed = () => undefined;
  await sendDue(world.ctx());
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted' });
});

it('a message whose turn at Discord comes after its lease is due at once, and Discord is not to blame', async () => {
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

const loseReply = async () => {
  whileSent = () => {
    throw new UpstreamError({ world: 'discord', kind: 'down', message: 'no answer' });
  };
  await sendDue(world.ctx());
  whileSent = () => undefined;
  world.clock.move(seconds(2));
};

it('a message whose reply was lost is not repeated while its owner cannot be asked', async () => {
  await loseReply();
  whileComposed = () => {
    throw new Error('not now');
  };
  await sendDue(world.ctx());
  expect(calls).toBe(1);
  whileComposed = () => undefined;
  world.clock.move(seconds(60));
  await sendDue(world.ctx());
  expect(calls).toBe(2);
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted' });
});

async function mayOnly(...names: readonly PermissionName[]): Promise<void> {
  const name = 'all';
  const role = { id: server as never, name, color: 0, position: 0, isManaged: false, isMentionable: false };
  const channel = { id: room, name, kind: 'text' as const, parentId: null, position: 0, overwrites: [] };
  const roles = [{ ...role, permissions: permissionSet(...names) }];
  await saveServerState(world.db, server, { roles, botRoleIds: [], channels: [channel] });
}

function standing(): object {
  const { clientId: applicationId } = world.ctx().config.discord;
  return { id: '300000000000000001', content: 'live', applicationId, webhookId: null, postedAt: world.clock.now() };
}

it('a message whose reply was lost is searched for when the bot may no longer post, and is not called failed', async () => {
  await loseReply();
  await mayOnly('ViewChannel', 'ReadMessageHistory');
  history = [standing()];
  await sendDue(world.ctx());
  world.clock.move(seconds(7));
  await sendDue(world.ctx());
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted', messageId: '300000000000000001' });
  expect(calls).toBe(1);
});

it('a history that looks empty is read again later: the permission to read it may be missing', async () => {
  await loseReply();
  await mayOnly('ViewChannel', 'ReadMessageHistory', 'SendMessages');
  world.clock.move(minutes(2));
  const sending = sendDue(world.ctx());
  await vi.waitFor(() => expect(looks).toBe(2), { timeout: 30_000 });
  history = [standing()];
  world.clock.move(seconds(7));
  await sending;
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted', messageId: '300000000000000001' });
  expect(calls).toBe(1);
});

it('messages that staff dropped when they left safe mode are not posted, and newer ones are', async () => {
  const ctx = world.ctx();
  const leftWith = (forgetBefore: Date) => ({ ...ctx, safeMode: { ...ctx.safeMode, forgetBefore } });
  const detectedAt = world.clock.now();
  await sendDue(leftWith(new Date(detectedAt.getTime() + 1)));
  expect(calls).toBe(0);
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'skipped', reason: 'tooLate' });
  await world.db.execute(`update deliveries set state = 'queued', reason = null, in_line = true`);
  await sendDue(leftWith(detectedAt));
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'posted' });
});

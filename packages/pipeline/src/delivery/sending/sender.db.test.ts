import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { defineFeature } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  amend,
  type Delivery,
  deliveryJobs,
  findDelivery,
  openFanOut,
  sendDue,
  startSender,
  type Target,
} from '../index.ts';

const patience = { timeout: 10_000 };
const ROOM = 4;
const channel = (number: number) => ChannelId.parse(`30000000000000000${number}`);

/** The messages in the channels by nonce, and replies that are held back. */
const discord = { posted: new Map<string, { channelId: string; content: string }>(), held: [] as (() => void)[] };
let isHolding = false;
const messages = {
  async create({ channelId, nonce, payload }: { channelId: string; nonce: string; payload: { content: string } }) {
    if (!discord.posted.has(nonce)) discord.posted.set(nonce, { channelId, content: payload.content });
    if (isHolding) await new Promise<void>((resolve) => discord.held.push(resolve));
    return { id: nonce as MessageId };
  },
  async edit({ messageId, payload }: { messageId: string; payload: { content: string } }) {
    const message = discord.posted.get(messageId);
    if (message) message.content = payload.content;
  },
};

let title = '';
let duringCompose: () => Promise<unknown> = async () => undefined;
const owner = defineFeature({
  name: 'notifications',
  deliveries: {
    async compose(_ctx, rows) {
      const content = title;
      await duringCompose();
      return rows.map(() => ({ kind: 'send' as const, payload: { content, allowed_mentions: noMentions } }));
    },
  },
});

let house: TestCtx;
let stop: () => Promise<void>;
beforeAll(async () => {
  house = await testCtx({
    env: { CALLS_PER_SECOND: `${ROOM}` },
    ctx: { discord: { messages } as unknown as Discord, features: [owner] },
    jobs: [...deliveryJobs],
  });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  Object.assign(discord, { posted: new Map(), held: [] });
  isHolding = false;
  title = 'Night shift';
  duringCompose = async () => undefined;
  const sender = startSender(() => house.ctx);
  stop = () => sender.stop();
});
afterEach(async () => {
  for (const reply of discord.held) reply();
  await stop();
});

const later = () => new Date(house.clock.now().getTime() + 3_600_000);
const target = (name: string, number: number): Target => ({
  dedupeKey: `live ${name}`,
  serverId: ServerId.parse('100000000000000001'),
  subject: name,
  channelId: channel(number),
});
const about = () => ({ owner: 'notifications', kind: 'live', detectedAt: house.clock.now(), giveUpAt: later() });
const announce = (...targets: Target[]) => openFanOut(house.ctx, about()).add(house.ctx.db, targets);
const row = async (name: string) => (await findDelivery(house.ctx.db, `live ${name}`)) as Delivery;
const isPosted = (name: string) => vi.waitUntil(async () => (await row(name)).state === 'posted', patience);
const isOnTheWay = (count: number) => vi.waitUntil(() => discord.held.length === count, patience);
const shown = () => [...discord.posted.values()].map(({ channelId, content }) => [channelId, content]);

it('a message is recorded before it is sent', async () => {
  isHolding = true;
  expect(await announce(target('one', 1))).toBe(1);
  await isOnTheWay(1);
  expect(await row('one')).toMatchObject({
    state: 'queued',
    sent: { content: 'Night shift', allowed_mentions: noMentions },
    nonce: [...discord.posted.keys()][0],
    attempts: 1,
    attemptVersion: 1,
    inDoubtSince: house.clock.now(),
    leaseUntil: new Date(house.clock.now().getTime() + 30_000),
  });
  discord.held.shift()?.();
  await isPosted('one');
  expect(await row('one')).toMatchObject({ attempts: 1, inDoubtSince: null, nextAttemptAt: null, leaseUntil: null });
});

it('an event that arrives twice is sent once', async () => {
  await announce(target('one', 1));
  expect(await announce(target('one', 1), target('two', 2))).toBe(1);
  await Promise.all([isPosted('one'), isPosted('two')]);
  // The messages are in different channels, so neither waits for the other.
  expect(new Map(shown() as [ChannelId, string][])).toEqual(
    new Map([
      [channel(1), 'Night shift'],
      [channel(2), 'Night shift'],
    ]),
  );
  expect(discord.posted.size).toBe(2);
});

it('a channel has at most one message on its way', async () => {
  isHolding = true;
  await announce(target('first', 1), target('second', 1));
  await announce(target('third', 1));
  await isOnTheWay(1);
  // The first messages of two fan-outs may have equal turns.
  const rows = await Promise.all(['first', 'second', 'third'].map(row));
  expect(rows.filter(({ leaseUntil }) => leaseUntil)).toHaveLength(1);
  isHolding = false;
  discord.held.shift()?.();
  await Promise.all(['first', 'second', 'third'].map(isPosted));
  expect(discord.posted.size).toBe(3);
});

it('a lane has at most one second of its limit on its way', async () => {
  isHolding = true;
  const all = Array.from({ length: ROOM + 1 }, (_, index) => target(`n${index}`, index));
  await announce(...all);
  await isOnTheWay(ROOM);
  expect((await row(`n${ROOM}`)).leaseUntil).toBe(null);
  isHolding = false;
  for (const reply of discord.held) reply();
  await Promise.all(all.map(({ subject }) => isPosted(subject)));
  expect(discord.posted.size).toBe(ROOM + 1);
});

it('a change during composing reaches the channel', async () => {
  duringCompose = async () => {
    duringCompose = async () => undefined;
    title = 'Day shift';
    await amend(house.ctx, house.ctx.db, ['live one'], { giveUpAt: later() });
  };
  await announce(target('one', 1));
  await vi.waitUntil(async () => (await row('one')).sentVersion === 2, patience);
  expect(shown()).toEqual([[channel(1), 'Day shift']]);
});

it('the next sender repeats a lost message under its nonce', async () => {
  isHolding = true;
  await announce(target('one', 1));
  await isOnTheWay(1);
  isHolding = false;
  house.clock.move(31_000);
  await sendDue(house.ctx);
  await isPosted('one');
  expect(await row('one')).toMatchObject({ messageId: [...discord.posted.keys()][0] });
  expect(discord.posted.size).toBe(1);
});

it('a lost message is not repeated while its owner cannot be asked about its pings', async () => {
  isHolding = true;
  await announce(target('one', 1));
  await isOnTheWay(1);
  isHolding = false;
  duringCompose = () => Promise.reject(new Error('a bug'));
  house.clock.move(31_000);
  await sendDue(house.ctx);
  const until = new Date(house.clock.now().getTime() + 60_000);
  await vi.waitUntil(async () => (await row('one')).leaseUntil === null, patience);
  expect(await row('one')).toMatchObject({ state: 'queued', messageId: null, nextAttemptAt: until });
  duringCompose = async () => undefined;
  house.clock.move(60_000);
  await sendDue(house.ctx);
  await isPosted('one');
  expect(discord.posted.size).toBe(1);
});

it('a message is sent only after the commit of its transaction', async () => {
  const composed = vi.fn<() => Promise<void>>(async () => undefined);
  duringCompose = composed;
  await house.ctx.db.transaction(async (tx) => {
    await openFanOut(house.ctx, about()).add(tx, [target('one', 1)]);
    expect(composed).not.toHaveBeenCalled();
  });
  await isPosted('one');
  expect(composed).toHaveBeenCalledTimes(1);
});

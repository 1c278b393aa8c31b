import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { sql } from '@tally/infra/sql';
import { defineFeature } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Delivery, deliveryJobs, findDelivery, openFanOut, sendDue, startSender, type Target } from '../index.ts';
import { lanesOf } from './lanes.ts';

const patience = { timeout: 10_000 };
const SESSION = '00000000-0000-4000-8000-000000000001';
const channel = (number: number) => ChannelId.parse(`30000000000000000${number}`);

/** The messages in the channels, and replies that are held back. */
const discord = { posted: [] as { channelId: string; content: string; nonce: string }[], held: [] as (() => void)[] };
let isHolding = false;
const messages = {
  async create({ channelId, nonce, payload }: { channelId: string; nonce: string; payload: { content: string } }) {
    const known = discord.posted.find((each) => each.nonce === nonce);
    if (!known) discord.posted.push({ channelId, content: payload.content, nonce });
    if (isHolding) await new Promise<void>((resolve) => discord.held.push(resolve));
    return { id: nonce as MessageId };
  },
};

/** Each batch that was composed, and whether its rows were already in the line. */
let asked: { rows: readonly Delivery[]; areWritten: boolean }[] = [];
let duringCompose: () => Promise<void> = async () => undefined;
const owner = defineFeature({
  name: 'notifications',
  async compose(ctx, rows) {
    const title = await titleNow();
    const known = await Promise.all(rows.map((row) => findDelivery(ctx.db, row.dedupeKey)));
    asked.push({ rows, areWritten: known.every((row) => row !== null) });
    await duringCompose();
    return rows.map(() => ({ kind: 'send' as const, payload: { content: title, allowed_mentions: noMentions } }));
  },
});

let house: TestCtx;
let stop: (() => Promise<void>) | null = null;
beforeAll(async () => {
  house = await testCtx({
    env: { CALLS_PER_SECOND: '4' },
    ctx: { discord: { messages } as unknown as Discord, features: [owner] },
    jobs: [...deliveryJobs],
  });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  Object.assign(discord, { posted: [], held: [] });
  asked = [];
  isHolding = false;
  duringCompose = async () => undefined;
  await house.ctx.db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
    values ('kick', '42', 'ada', 'Ada', 'https://kick.com/ada', now())`);
  await house.ctx.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${SESSION}, 'kick', '42', now(), now(), now(), 'https://kick.com/ada', '{"title":"Night shift"}'::jsonb)`);
});
afterEach(async () => {
  for (const reply of discord.held) reply();
  await stop?.();
  stop = null;
});

/** Starts a sender and waits until it has found the line empty. */
async function startSending(): Promise<void> {
  const sender = startSender(() => house.ctx);
  stop = () => sender.stop();
  await vi.waitUntil(() => lanesOf(house.ctx.db)?.bot.isClear, patience);
}

async function titleNow(): Promise<string> {
  const { rows } = await house.ctx.db.execute<{ title: string }>(
    sql`select details ->> 'title' as title from stream_sessions where id = ${SESSION}`,
  );
  return rows[0]?.title ?? '';
}

const target = (name: string, number: number, over: Partial<Target> = {}): Target => ({
  dedupeKey: `live ${name}`,
  serverId: ServerId.parse('100000000000000001'),
  subject: name,
  channelId: channel(number),
  ...over,
});
const fanOut = () =>
  openFanOut(house.ctx, {
    owner: 'notifications',
    kind: 'live',
    sessionId: SESSION,
    detectedAt: house.clock.now(),
    giveUpAt: new Date(house.clock.now().getTime() + 3_600_000),
    reasonValues: { name: 'Ada' },
  });
const row = async (name: string) => (await findDelivery(house.ctx.db, `live ${name}`)) as Delivery;
const isPosted = (name: string) => vi.waitUntil(async () => (await row(name))?.state === 'posted', patience);
const stands = () => discord.posted.map(({ channelId, content }) => [channelId, content]);

describe('with room and an empty line', () => {
  it('a message is composed first, and its row is written as the line would have written it', async () => {
    await startSending();
    isHolding = true;
    expect(await fanOut().add(house.ctx.db, [target('one', 1)])).toBe(1);
    await vi.waitUntil(() => discord.held.length === 1, patience);
    expect(asked.map(({ areWritten }) => areWritten)).toEqual([false]);
    const composed = asked[0]?.rows[0] as Delivery;
    expect(await row('one')).toEqual({
      ...composed,
      sent: { content: 'Night shift', allowed_mentions: noMentions },
      nonce: discord.posted[0]?.nonce,
      attemptVersion: 1,
      inDoubtSince: house.clock.now(),
    });
    expect(composed).toMatchObject({ attempts: 1, inLine: true, reasonValues: { name: 'Ada' } });
    discord.held.shift()?.();
    await isPosted('one');
    expect(await row('one')).toMatchObject({ attempts: 1, inDoubtSince: null, nextAttemptAt: null, leaseUntil: null });
  });

  it('an event that arrives twice is sent once', async () => {
    await startSending();
    await fanOut().add(house.ctx.db, [target('one', 1)]);
    expect(await fanOut().add(house.ctx.db, [target('one', 1), target('two', 2)])).toBe(1);
    await Promise.all([isPosted('one'), isPosted('two')]);
    expect(stands()).toEqual([
      [channel(1), 'Night shift'],
      [channel(2), 'Night shift'],
    ]);
  });

  it('of one channel one message is on its way', async () => {
    await startSending();
    isHolding = true;
    await fanOut().add(house.ctx.db, [target('first', 1), target('second', 1)]);
    await fanOut().add(house.ctx.db, [target('third', 1)]);
    await vi.waitUntil(() => discord.held.length === 1, patience);
    expect((await row('second')).leaseUntil).toBe(null);
    expect((await row('third')).leaseUntil).toBe(null);
    isHolding = false;
    discord.held.shift()?.();
    await Promise.all([isPosted('second'), isPosted('third')]);
    expect(discord.posted).toHaveLength(3);
  });

  it('says what is new when the stream changes while it is being composed', async () => {
    await startSending();
    duringCompose = async () => {
      duringCompose = async () => undefined;
      await house.ctx.db.execute(sql`
        update stream_sessions set details = '{"title":"Day shift"}'::jsonb where id = ${SESSION}`);
    };
    await fanOut().add(house.ctx.db, [target('one', 1)]);
    await isPosted('one');
    expect(stands()).toEqual([[channel(1), 'Day shift']]);
    expect(await row('one')).toMatchObject({ attempts: 1, version: 1, sentVersion: 1 });
  });

  it('is repeated under its nonce by the next sender when this one is lost on the way', async () => {
    await startSending();
    isHolding = true;
    await fanOut().add(house.ctx.db, [target('one', 1)]);
    await vi.waitUntil(() => discord.held.length === 1, patience);
    isHolding = false;
    house.clock.move(31_000);
    await sendDue(house.ctx);
    await isPosted('one');
    expect(await row('one')).toMatchObject({ messageId: discord.posted[0]?.nonce });
    expect(discord.posted).toHaveLength(1);
  });
});

describe('the line it is', () => {
  const five = [1, 2, 3, 4, 5].map((number) => target(`n${number}`, number));

  it('for more than there is room for', async () => {
    await startSending();
    await fanOut().add(house.ctx.db, five);
    await Promise.all(five.map(({ subject }) => isPosted(subject)));
    expect(asked.every(({ areWritten }) => areWritten)).toBe(true);
    expect(discord.posted).toHaveLength(5);
  });

  it('for what has facts of its own, and for what is not sent at all', async () => {
    await startSending();
    const skipped = target('skipped', 3, { skip: 'cooldown' });
    await fanOut().add(house.ctx.db, [target('facts', 1, { about: { phase: 'live' } }), target('plain', 2), skipped]);
    await Promise.all([isPosted('facts'), isPosted('plain')]);
    expect(asked.map(({ rows, areWritten }) => [rows.map(({ subject }) => subject), areWritten])).toEqual([
      [['plain'], false],
      [['facts'], true],
    ]);
    expect(await row('skipped')).toMatchObject({ state: 'skipped', reason: 'cooldown', nextAttemptAt: null });
  });

  it('inside a transaction, which senders must not be ahead of', async () => {
    await startSending();
    await house.ctx.db.transaction(async (tx) => {
      await fanOut().add(tx, [target('one', 1)]);
      expect(asked).toEqual([]);
    });
    await isPosted('one');
    expect(asked.map(({ areWritten }) => areWritten)).toEqual([true]);
  });

  it('without a sender', async () => {
    await fanOut().add(house.ctx.db, [target('one', 1)]);
    expect(asked).toEqual([]);
    expect(await row('one')).toMatchObject({ state: 'queued', leaseUntil: null, attempts: 0 });
  });
});

import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { DatabaseDownError, followClock } from '@tally/infra/db';
import { minutes, silentLog, systemTimers, UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { amend, deliveryJobs, findDelivery, type Intention, intend, sendDue } from './index.ts';
import { claimDue, lineUp, settleAll } from './store/line.ts';
import type { Delivery } from './tables.ts';

const down = new UpstreamError({ world: 'discord', kind: 'down', message: 'no answer' });
let calls = 0;
let isDown = false;
const messages = {
  async create({ nonce }: { nonce: string }) {
    calls += 1;
    if (isDown) throw down;
    return { id: nonce as MessageId };
  },
};

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx({ ctx: { discord: { messages } as unknown as Discord }, jobs: [...deliveryJobs] });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  calls = 0;
  isDown = false;
});

const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(house.clock.now().getTime() + ms);
const channels = new Map<string, ChannelId>();
function channelOf(name: string): ChannelId {
  const channel = channels.get(name) ?? ChannelId.parse(`3000000000000${1_000 + channels.size}`);
  channels.set(name, channel);
  return channel;
}

/** Announces one event to this many channels. Each key is the event and a number. */
async function announce(event: string, count: number, over: Partial<Intention> = {}): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `${event} ${index + 1}`);
  const intentions = keys.map(
    (dedupeKey): Intention => ({
      dedupeKey,
      owner: 'notifications',
      serverId: ServerId.parse('100000000000000001'),
      subject: event,
      kind: 'live',
      channelId: channelOf(dedupeKey),
      payload: { content: dedupeKey, allowed_mentions: noMentions },
      detectedAt: house.clock.now(),
      giveUpAt: later(HOUR_MS),
      ...over,
    }),
  );
  await house.ctx.db.transaction((tx) => intend(house.ctx, tx, intentions));
  return keys;
}

const claim = async (limit: number) => {
  const now = house.clock.now();
  return await claimDue(house.ctx.db, { now, leaseUntil: later(30_000), limit, lanes: ['bot'] });
};
const keysOf = (rows: readonly Delivery[]) => rows.map(({ dedupeKey }) => dedupeKey);
const settle = (rows: readonly Delivery[], nextAttemptAt: Date | null) =>
  settleAll(
    house.ctx.db,
    rows.map((delivery) => ({
      delivery,
      settlement: {
        nextAttemptAt,
        ...(nextAttemptAt ? {} : { state: 'posted' as const, messageId: delivery.id as MessageId, sentVersion: 1 }),
      },
    })),
    house.clock.now(),
  );
const row = (key: string) => findDelivery(house.ctx.db, key);
/** A sender claims rows and then dies. */
const dieWith = async (limit: number) => {
  await claim(limit);
  house.clock.move(30_000);
};

describe('the line', () => {
  it('sends a small fan-out between the messages of a large one', async () => {
    await announce('large', 40);
    await announce('small', 3);
    expect(keysOf(await claim(6)).filter((key) => key.startsWith('small'))).toHaveLength(3);
  });

  it('sends a later one before the rest of a large one', async () => {
    await announce('large', 40);
    await settle(await claim(20), null);
    house.clock.move(10_000);
    const small = await announce('small', 10);
    expect(keysOf(await claim(10))).toEqual(small);
    expect(keysOf(await claim(1))).toEqual(['large 21']);
  });

  it('sends important messages first', async () => {
    await announce('large', 40);
    await announce('dear', 1, { priority: 1 });
    expect(keysOf(await claim(1))).toEqual(['dear 1']);
  });

  it('sends two messages of one channel in order', async () => {
    await announce('first', 1, { channelId: channelOf('one') });
    house.clock.move(1);
    await announce('second', 1, { channelId: channelOf('one') });
    expect(keysOf(await claim(10))).toEqual(['first 1']);
    expect(await claim(10)).toEqual([]);
  });

  it('gives a message to only one worker, although the clocks of two machines differ by five minutes', async () => {
    const { db } = house.ctx;
    const claimOn = async (machine: { aheadMs: number }) => {
      const own = { now: () => new Date(Date.now() + machine.aheadMs) };
      const about = { clock: own, timers: systemTimers, log: silentLog };
      const clock = await followClock({ db, embedded: null }, about);
      const now = clock.now();
      await clock.close();
      return await claimDue(db, { now, leaseUntil: new Date(now.getTime() + 30_000), limit: 10, lanes: ['bot'] });
    };
    await announce('ada', 1);
    expect(keysOf(await claimOn({ aheadMs: 0 }))).toEqual(['ada 1']);
    expect(await claimOn({ aheadMs: minutes(5) })).toEqual([]);
  });

  it('starves no message while new events keep arriving', async () => {
    await announce('old', 3);
    for (let second = 0; second < 6; second += 1) {
      house.clock.move(1_000);
      await announce(`new ${second}`, 1);
      await announce(`also new ${second}`, 1);
      await settle(await claim(2), null);
    }
    expect(await Promise.all(['old 1', 'old 2', 'old 3'].map(row))).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ state: 'posted' })),
    );
  });

  it('sends new messages before thousands that waited for the same time', async () => {
    await announce('held', 40);
    const morning = later(8 * HOUR_MS);
    await settle(await claim(40), morning);
    house.clock.set(morning);
    expect(await lineUp(house.ctx.db, morning)).toBe(40);
    house.clock.move(5_000);
    const small = await announce('small', 3);
    const front = keysOf(await claim(12));
    expect(front).toEqual(expect.arrayContaining(small));
    expect(front).toContain('held 1');
  });

  it('sends new messages while thousands are edited', async () => {
    const keys = await announce('large', 40);
    await settle(await claim(40), null);
    house.clock.move(60_000);
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, keys, { giveUpAt: later(HOUR_MS) }));
    house.clock.move(5_000);
    const small = await announce('small', 3);
    expect(keysOf(await claim(12))).toEqual(expect.arrayContaining(small));
  });
});

it('outcomes are written when the database is back, and nothing is sent twice', async () => {
  await announce('live', 2);
  const transaction = vi.spyOn(house.ctx.db, 'transaction').mockRejectedValueOnce(new DatabaseDownError('away'));
  await sendDue(house.ctx);
  transaction.mockRestore();
  expect(await row('live 1')).toMatchObject({ state: 'posted', attempts: 1 });
  house.clock.move(30_000);
  await sendDue(house.ctx);
  expect(calls).toBe(2);
});

describe('messages that are lost with their sender', () => {
  it('go before later ones', async () => {
    const lost = await announce('old', 3);
    await dieWith(3);
    await announce('new', 5);
    await announce('newer', 5);
    expect(keysOf(await claim(3))).toEqual(lost);
  });

  it('were not refused: their plan of retries starts from the beginning', async () => {
    await announce('live', 1);
    await dieWith(1);
    isDown = true;
    await sendDue(house.ctx);
    expect(await row('live 1')).toMatchObject({ attempts: 1, nextAttemptAt: later(2_000) });
    house.clock.move(2_000);
    await lineUp(house.ctx.db, house.clock.now());
    await dieWith(1);
    await sendDue(house.ctx);
    expect(await row('live 1')).toMatchObject({ attempts: 2, nextAttemptAt: later(5_000) });
  });

  it('count as first tries, too, if they changed during a lost claim', async () => {
    await announce('live', 1);
    await claim(1);
    const change = { payload: { content: 'newer', allowed_mentions: noMentions }, giveUpAt: later(HOUR_MS) };
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, ['live 1'], change));
    house.clock.move(30_000);
    isDown = true;
    await sendDue(house.ctx);
    expect(await row('live 1')).toMatchObject({ attempts: 1, nextAttemptAt: later(2_000) });
  });

  it('repeatedly are delayed by different times, and are still sent', async () => {
    const keys = await announce('live', 20);
    for (let death = 0; death < 3; death += 1) await dieWith(20);
    await sendDue(house.ctx);
    expect(calls).toBe(0);
    const moments = await Promise.all(keys.map(async (key) => (await row(key))?.nextAttemptAt?.getTime() ?? 0));
    const earliest = Math.min(...moments);
    expect(earliest).toBeGreaterThanOrEqual(later(2_000).getTime());
    expect(Math.max(...moments)).toBeLessThan(later(4_000).getTime());
    expect(new Set(moments).size).toBeGreaterThan(10);
    house.clock.set(new Date(earliest));
    await sendDue(house.ctx);
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(20);
    house.clock.move(2_000);
    await sendDue(house.ctx);
    expect(calls).toBe(20);
  });

  it('that have no time left are given up without another try', async () => {
    await announce('live', 1, { giveUpAt: later(60_000) });
    for (let death = 0; death < 3; death += 1) await dieWith(1);
    await sendDue(house.ctx);
    expect(calls).toBe(0);
    expect(await row('live 1')).toMatchObject({ state: 'failed', reason: 'streamEndedFirst' });
  });
});

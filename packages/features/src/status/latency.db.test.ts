import type { LatencyRow, Platform } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days, hours, minutes, seconds } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { status } from './index.ts';
import { compareLatency, measureLatency, readLatency, readLatencyOfYear } from './service/latency.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [status] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

interface Message {
  readonly platform?: Platform;
  readonly state?: string;
  readonly reason?: string | null;
  readonly arrivedAt?: Date | null;
  readonly toldAt?: Date;
  readonly seenAt?: Date | null;
  readonly sentAt?: Date | null;
  readonly isHeld?: boolean;
  readonly messageId?: string | null;
  readonly sessionId?: string | null;
}
let made = 0;
const noon = () => new Date(`${world.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`);
const later = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Adds a row as the pipeline would. By default it was pushed at noon and visible after a second. */
async function add(message: Message): Promise<void> {
  const arrivedAt = message.arrivedAt === undefined ? noon() : message.arrivedAt;
  const { platform = 'kick', state = 'posted', reason = null, seenAt = null, isHeld = false } = message;
  const sentAt = message.sentAt === undefined ? later(noon(), 1_000) : message.sentAt;
  const toldAt = message.toldAt ?? later(noon(), -200);
  const at = (date: Date | null) => (date ? sql`${date.toISOString()}::timestamptz` : sql`null`);
  made += 1;
  await world.ctx().db.execute(sql`
    insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, reason, give_up_at,
                            detected_at, matched_at, queued_at, settled_at, sent_at, seen_at, platform, told_at,
                            arrived_at, is_held, message_id, session_id)
    values (gen_random_uuid(), ${`m${made}`}, 'notifications', '1', 'ada', 'live', '2', ${state}, ${reason}, ${at(noon())},
            ${at(noon())}, ${at(noon())}, ${at(noon())}, ${at(later(noon(), 5_000))}, ${at(sentAt)}, ${at(seenAt)}, ${platform},
            ${at(toldAt)}, ${at(arrivedAt)}, ${isHeld}, ${message.messageId ?? null}, ${message.sessionId ?? null})`);
}

async function rows(): Promise<LatencyRow[]> {
  await measureLatency(world.ctx(), { last: 1 });
  return await readLatencyOfYear(world.ctx(), noon().getUTCFullYear());
}
const row = async (span: string, way = 'push') => (await rows()).find((each) => each.span === span && each.way === way);
async function page(count = 28) {
  await world.ctx().cache.forgetPrefix('');
  return await readLatency(world.ctx(), count);
}

it('an outside computation over the journal agrees to the millisecond', async () => {
  let state = 7;
  const draw = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const kept: { arrived: number; told: number }[] = [];
  for (let each = 0; each < 250; each += 1) {
    const [ours, before] = [draw(3) === 0 ? draw(60_000) : draw(400), draw(2_000)];
    const isSeen = draw(2) === 0;
    const visibleAt = later(noon(), ours);
    kept.push({ arrived: ours, told: ours + before });
    await add({
      toldAt: later(noon(), -before),
      sentAt: isSeen ? later(visibleAt, draw(500)) : visibleAt,
      seenAt: isSeen ? visibleAt : null,
    });
  }
  const outside = (span: 'arrived' | 'told') => {
    const list = kept.map((each) => each[span]).toSorted((a, b) => a - b);
    const at = (share: number) => list[Math.ceil(share * list.length) - 1];
    return {
      count: 250,
      p50: at(0.5),
      p90: at(0.9),
      p99: at(0.99),
      max: list.at(-1),
      over30s: list.filter((ms) => ms > 30_000).length,
    };
  };
  expect(await row('arrived')).toMatchObject(outside('arrived'));
  expect(await row('told')).toMatchObject(outside('told'));
  const [shown] = (await page(1)).platforms;
  const { p50, p99, over30s } = outside('arrived');
  expect(shown?.arrived).toEqual({ p50, p99 });
  expect(shown?.share).toBe((250 - over30s) / 250);
  const { stored, counted } = await compareLatency(world.ctx(), noon().toISOString().slice(0, 10));
  expect(counted).toEqual(stored);
});

it('400 ms more in one lane show', async () => {
  for (let each = 0; each < 40; each += 1) await add({ sentAt: later(noon(), 100) });
  expect(await row('arrived')).toMatchObject({ p50: 100, p99: 100 });
  for (let each = 0; each < 60; each += 1) await add({ sentAt: later(noon(), 500) });
  expect(await row('arrived')).toMatchObject({ p50: 500, p90: 500 });
});

it('includes every miss; counts, but excludes, messages that their server held back', async () => {
  await add({});
  await add({ state: 'failed', reason: 'discordDown', sentAt: null });
  await add({ state: 'failed', reason: 'refused', sentAt: null });
  await add({ state: 'skipped', reason: 'streamEndedFirst', sentAt: null });
  await add({ state: 'unconfirmed', reason: 'replyLost', sentAt: null });
  await add({ sentAt: later(noon(), 40_000) });
  const misses = { count: 2, failed: 3, unconfirmed: 1, over30s: 1, leftOut: 0 };
  expect(await row('arrived')).toMatchObject(misses);
  await add({ isHeld: true, sentAt: later(noon(), hours(3)) });
  await add({ state: 'skipped', reason: 'quietHours', sentAt: null });
  await add({ state: 'skipped', reason: 'streamEndedFirst', isHeld: true, sentAt: null });
  await add({ state: 'failed', reason: 'missingPermission', sentAt: null });
  expect(await row('arrived')).toMatchObject({ ...misses, leftOut: 4 });
  const { messages, share, platforms } = await page();
  expect([messages, share]).toEqual([6, 1 / 6]);
  expect(platforms[0]).toMatchObject({ messages: 6, share: 1 / 6, failed: 3, unconfirmed: 1, leftOut: 4 });
});

it('counts times of a wrong clock, and measures the others', async () => {
  await add({});
  await add({ toldAt: later(noon(), days(1)) });
  await add({ toldAt: new Date(0) });
  expect(await row('told')).toMatchObject({ count: 1, p50: 1_200, odd: 2 });
  expect(await row('arrived')).toMatchObject({ count: 3, p50: 1_000, odd: 0 });
  // Our clock was set back between the push and the message.
  await add({ sentAt: later(noon(), -3_000), toldAt: later(noon(), -4_000) });
  expect(await row('arrived')).toMatchObject({ count: 3, odd: 1 });
  expect((await page()).platforms[0]).toMatchObject({ odd: 2 });
});

it('counts polled streams separately, with the time since their start', async () => {
  await add({ platform: 'rumble', arrivedAt: null, toldAt: later(noon(), -9_000) });
  expect((await rows()).map(({ way, span, p50 }) => [way, span, p50])).toEqual([['asking', 'told', 10_000]]);
  const { messages, share, platforms } = await page();
  expect([messages, share]).toEqual([0, null]);
  expect(platforms[0]).toMatchObject({ way: 'asking', arrived: null, told: { p50: 10_000, p99: 10_000 }, share: 1 });
});

it('measures the first and the last message of an announcement', async () => {
  const sessionId = '00000000-0000-4000-8000-000000000001';
  await world.ctx().db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
    values ('kick', '1', 'ada', 'Ada', '', now())`);
  await world.ctx().db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${sessionId}, 'kick', '1', now(), now(), now(), '', '{}')`);
  for (const ms of [300, 100, 900]) await add({ sessionId, sentAt: later(noon(), ms) });
  expect(await row('first')).toMatchObject({ count: 1, p50: 100 });
  expect(await row('last')).toMatchObject({ count: 1, p50: 900, failed: 0 });
});

it('uses the typical and the worst of several days, and shows a day without messages as empty', async () => {
  for (const ms of [100, 100, 100]) await add({ sentAt: later(noon(), ms) });
  await measureLatency(world.ctx(), { last: 1 });
  world.clock.move(days(2));
  await add({ sentAt: later(noon(), 700) });
  await measureLatency(world.ctx(), { last: 4 });
  const { platforms, messages } = await page(7);
  expect(messages).toBe(4);
  expect(platforms[0]?.arrived).toEqual({ p50: 100, p99: 700 });
  expect(platforms[0]?.days).toHaveLength(2);
  expect((await page(1)).platforms[0]?.arrived).toEqual({ p50: 700, p99: 700 });
  world.clock.move(days(1));
  expect((await page(1)).platforms[0]).toMatchObject({ messages: 0, share: null, arrived: null });
});

it('reports the difference between our clock and Discord’s', async () => {
  expect((await page()).clockOffsetMs).toBeNull();
  const idAt = (at: Date) => ((BigInt(at.getTime()) - 1_420_070_400_000n) << 22n).toString();
  await add({ messageId: idAt(later(noon(), 950)) });
  await add({ messageId: idAt(later(noon(), 400)) });
  expect(await page()).toMatchObject({ clockOffsetMs: 50, isClockOff: false });
  await add({ messageId: idAt(later(noon(), minutes(1) + seconds(1))) });
  expect(await page()).toMatchObject({ clockOffsetMs: -60_000, isClockOff: true });
});

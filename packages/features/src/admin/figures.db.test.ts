import { randomUUID } from 'node:crypto';
import { sql } from '@tally/infra/sql';
import { days, hours } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { weekOf } from './service/analytics.ts';
import { readFigures } from './service/figures.ts';
import { fold, rollUp } from './service/roll-up.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
beforeEach(async () => {
  await house.database.reset();
  await house.ctx.cache.forget('admin/rolled-up');
});
afterAll(() => house.close());

const ago = (ms: number) => new Date(house.clock.now().getTime() - ms).toISOString();

interface Row {
  readonly state?: string;
  readonly kind?: string;
  readonly owner?: string;
  readonly reason?: string;
  readonly agoMs: number;
  readonly tookMs?: number;
  readonly session?: string;
  readonly video?: string;
}

async function put(row: Row, count = 1): Promise<void> {
  const { state = 'posted', kind = 'live', owner = 'notifications', reason, agoMs, tookMs = 100, session, video } = row;
  const about = video ? { video: { id: video, kind: 'clip' } } : {};
  for (let each = 0; each < count; each += 1) {
    await house.ctx.db.execute(sql`
      insert into deliveries (id, dedupe_key, owner, server_id, subject, session_id, kind, channel_id, state, reason, about,
                              detected_at, matched_at, queued_at, give_up_at, settled_at, sent_at)
      values (${randomUUID()}, ${randomUUID()}, ${owner}, '1', 's', ${session ?? null}, ${kind}, '2', ${state}, ${reason ?? null},
              ${JSON.stringify(about)}::jsonb, ${ago(agoMs + tookMs)}, ${ago(agoMs)}, ${ago(agoMs)}, ${ago(agoMs)},
              ${ago(agoMs)}, ${state === 'posted' ? ago(agoMs) : null})`);
  }
}

async function putChannel(platform: string): Promise<string> {
  const id = randomUUID();
  await house.ctx.db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
    values (${platform}, ${id}, 'ada', 'Ada', 'https://example.com', now())`);
  return id;
}

async function putSession(platform: string): Promise<string> {
  const id = await putChannel(platform);
  await house.ctx.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, ${platform}, ${id}, ${ago(0)}, ${ago(0)}, ${ago(0)}, 'https://example.com', '{}'::jsonb)`);
  return id;
}

test('messages are counted by platform and hour, failures by reason, next to the previous period', async () => {
  const session = await putSession('kick');
  await house.ctx.db.execute(sql`
    insert into videos (platform, video_id, kind, channel_id, published_at, seen_at, is_news, data)
    values ('twitch', 'v1', 'clip', ${await putChannel('twitch')}, now(), now(), true, '{}'::jsonb)`);
  await put({ agoMs: hours(1), session }, 3);
  await put({ agoMs: hours(1), kind: 'clip', video: 'v1' });
  await put({ agoMs: hours(2), kind: 'greeting', owner: 'birthday' });
  await put({ agoMs: hours(2), state: 'failed', reason: 'missingPermission', session });
  await put({ agoMs: days(1) + hours(3), session }, 2);
  const figures = await readFigures(house.ctx, 1);
  expect(figures.totals).toMatchObject({ posted: { now: 5, before: 2 }, failed: { now: 1, before: 0 } });
  expect(figures.troubles).toEqual([{ name: 'missingPermission', now: 1, before: 0 }]);
  expect(figures.points).toHaveLength(24);
  expect(figures.points.at(-2)).toMatchObject({ posted: { kick: 3, twitch: 1 }, failed: {} });
  expect(figures.points.at(-3)).toMatchObject({ posted: { birthday: 1 }, failed: { kick: 1 } });
  expect(figures.points.at(-1)).toMatchObject({ posted: {}, took: { p50Ms: null, p95Ms: null } });
});

test('half of the messages, and nearly all, were there within these times', async () => {
  const session = await putSession('kick');
  await put({ agoMs: hours(1), session, tookMs: 200 }, 9);
  await put({ agoMs: hours(1), session, tookMs: 4_500 });
  const { took } = await readFigures(house.ctx, 7);
  expect(took.now.p50Ms).toBeGreaterThan(100);
  expect(took.now.p50Ms).toBeLessThanOrEqual(250);
  expect(took.now.p95Ms).toBeGreaterThan(4_000);
  expect(took.now.p95Ms).toBeLessThanOrEqual(5_000);
});

test('a second count doubles nothing, and late messages of the last hour are not missed', async () => {
  const session = await putSession('kick');
  await put({ agoMs: 0, session });
  for (let round = 0; round < 3; round += 1) await rollUp(house.ctx);
  await put({ agoMs: 0, session });
  await rollUp(house.ctx);
  expect((await readFigures(house.ctx, 7)).totals.posted).toEqual({ now: 2, before: 0 });
});

test('a year later the sum is still there, by the day', async () => {
  const session = await putSession('kick');
  await put({ agoMs: hours(5), session });
  await put({ agoMs: hours(6), session });
  await rollUp(house.ctx);
  house.clock.move(days(200));
  await house.ctx.db.execute(sql`delete from deliveries`);
  await fold(house.ctx);
  await rollUp(house.ctx);
  await house.ctx.cache.forget('admin/rolled-up');
  const figures = await readFigures(house.ctx, 365);
  expect(figures.totals.posted.now).toBe(2);
  expect(figures.points).toHaveLength(365);
  expect(figures.points.filter(({ posted }) => posted['kick'] === 2)).toHaveLength(1);
  house.clock.move(-days(200));
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-W01'],
  ['2027-01-01T12:00:00Z', '2026-W53'],
  ['2025-12-29T23:59:59Z', '2026-W01'],
  ['2026-03-09T00:00:00Z', '2026-W11'],
])('%s lies in %s', (moment, week) => expect(weekOf(new Date(moment))).toBe(week));

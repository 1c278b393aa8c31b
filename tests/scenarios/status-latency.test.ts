import { status } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { alertRoom } from '@tally/tests/alert-room';
import { expect, it, vi } from 'vitest';
import { measureLatency } from '../../packages/features/src/status/service/latency.ts';

const scene = alertRoom<object, { subscriptions: number }>('kick');
const within = { timeout: 60_000, interval: 50 };

/** Resolves once Kick sends pushes. Before that, only a poll would find a start. */
async function follow(name: string): Promise<void> {
  const before = scene.summary().subscriptions;
  await scene.add(name);
  await vi.waitUntil(() => scene.summary().subscriptions > before, within);
}

interface Posted extends Record<string, unknown> {
  readonly told: number;
  readonly arrived: number;
  readonly visible: number;
}
/** Returns the journal's times, as an outsider reads them, in milliseconds. */
async function posted(count: number): Promise<readonly Posted[]> {
  return await vi.waitFor(async () => {
    const { rows } = await scene.api.ctx.db.execute<Posted>(sql`
      select (extract(epoch from told_at) * 1000)::float8 as told, (extract(epoch from arrived_at) * 1000)::float8 as arrived,
             (extract(epoch from coalesce(seen_at, sent_at)) * 1000)::float8 as visible
        from deliveries where kind = 'live' and platform = 'kick' and sent_at is not null order by sent_at`);
    expect(rows).toHaveLength(count);
    return rows;
  }, within);
}
async function page() {
  const { api } = scene;
  await measureLatency(api.ctx, { last: 1 });
  await api.ctx.cache.forgetPrefix('');
  const { json } = await api.call(status.latency, { query: { days: '1' } });
  return json.data as { share: number; platforms: { arrived: { p50: number; p99: number }; told: { p99: number } }[] };
}

it('a push is measured from its first byte to the visible message, and anyone can read the result', async () => {
  await follow('xqc');
  scene.act('go-live', { who: 'xqc', title: 'first' });
  const [first] = await posted(1);
  if (!first) throw new Error('no message');
  expect(first.told).toBeLessThanOrEqual(first.visible);
  const ours = Math.round(first.visible - first.arrived);
  const felt = Math.round(first.visible - first.told);
  const { platforms, share } = await page();
  expect(platforms).toMatchObject([
    { platform: 'kick', way: 'push', messages: 1, arrived: { p50: ours, p99: ours }, told: { p99: felt } },
  ]);
  expect(share).toBe(1);
});

it('400 ms more in the lane of the bot show', async () => {
  const { api } = scene;
  const before = (await page()).platforms[0]?.arrived.p99 ?? Number.NaN;
  await follow('ridgewalker');
  const { messages } = api.ctx.discord;
  const create = messages.create.bind(messages);
  const slow = vi.spyOn(messages, 'create').mockImplementation(async (message) => {
    api.clock.move(400);
    return await create(message);
  });
  scene.act('go-live', { who: 'ridgewalker', title: 'second' });
  const second = (await posted(2)).at(-1);
  slow.mockRestore();
  if (!second) throw new Error('no message');
  const ours = Math.round(second.visible - second.arrived);
  expect(ours).toBeGreaterThanOrEqual(400);
  const after = (await page()).platforms[0]?.arrived;
  expect(after).toEqual({ p50: Math.min(before, ours), p99: ours });
});

it('the rows of a year are the measured days, and a bad question is refused by name', async () => {
  const { api } = scene;
  const year = api.clock.now().getUTCFullYear();
  const rows = await api.call(status.latencyRows, { query: { year } });
  expect(rows.json.data).toContainEqual(
    expect.objectContaining({ platform: 'kick', way: 'push', span: 'arrived', count: 2 }),
  );
  expect((await api.call(status.latencyRows, { query: { year: year - 1 } })).json.data).toEqual([]);
  for (const bad of ['days=0', 'days=5', 'days=-1', 'days=1e9', 'days=', 'days=7&days=28'])
    expect([bad, (await api.request('GET', `/status/latency?${bad}`)).status]).toEqual([bad, 400]);
  expect((await api.request('GET', '/status/latency/rows?year=1066')).status).toBe(400);
});

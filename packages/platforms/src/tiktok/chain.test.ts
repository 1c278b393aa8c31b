import { ownBudgets, UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { livePage, open, roomCall, START, WAF } from './__fixtures__/outside.ts';
import { createAllowance } from './allowance.ts';

describe('a way that fails', () => {
  it('rests after a challenge, longer each time, and then works again', async () => {
    const world = open({ '/@ada/live': WAF, '/api-live/': roomCall() });
    const pages = () => world.calls.filter((path) => path === '/@ada/live').length;
    for (let round = 0; round < 3; round += 1) await world.ask();
    expect(pages()).toBe(1);
    world.pass(1);
    await world.ask();
    world.pass(1);
    await world.ask();
    expect(pages()).toBe(2);
    world.outside['/@ada/live'] = livePage();
    world.pass(1);
    await world.ask();
    await world.ask();
    expect(pages()).toBe(4);
    expect(world.logged.filter((text) => /^live page: .*pauses/.test(text))).toHaveLength(1);
  });

  it('rests after three odd answers, not after one', async () => {
    const world = open({ '/@ada/live': '<html></html>', '/api-live/': roomCall() });
    for (let round = 0; round < 5; round += 1) await world.ask();
    expect(world.calls.filter((path) => path === '/@ada/live')).toHaveLength(3);
  });

  it('is not blamed when our own door had no place for the call', async () => {
    const busy = () =>
      new UpstreamError({ world: 'tiktok', kind: 'limited', message: 'our own budget for this host is used up' });
    const world = open({ '/@ada/live': busy, '/api-live/': busy });
    for (let round = 0; round < 4; round += 1) expect((await world.ask()).snapshot.state).toBe('unknown');
    expect(world.calls.filter((path) => path === '/@ada/live')).toHaveLength(4);
  });

  it('makes no call while all sources rest, and returns when to retry', async () => {
    const world = open({ '/': WAF, '/api-live/': { status: 429 } });
    await world.ask();
    world.calls.length = 0;
    const answer = await world.ask();
    expect([answer.snapshot.state, answer.askAgainAt]).toEqual(['unknown', new Date(START.getTime() + 60_000)]);
    expect(world.calls.filter((path) => path.includes('live'))).toEqual([]);
  });

  it('no minute sees more calls than we allow ourselves, whichever process makes them', async () => {
    let now = 1_000_000;
    const options = {
      budgets: ownBudgets(),
      kind: 'pages',
      perMinute: 20,
      forPeople: { atLeast: 0, atMost: 0 },
      nowMs: () => now,
    } as const;
    const [worker, api] = [createAllowance(options), createAllowance(options)];
    const take = async (count: number) => {
      const each = Array.from({ length: count }, (_, place) => (place % 2 ? worker : api).take());
      return (await Promise.all(each)).filter(Boolean).length;
    };
    expect(await take(19)).toBe(19);
    await worker.close();
    await api.close();
    expect(await api.read()).toMatchObject({ used: 19, limit: 20 });
    expect(await take(4)).toBe(1);
    now += 64_999;
    expect(await take(1)).toBe(0);
    now += 1;
    expect(await take(30)).toBe(20);
  });

  it('the sweep leaves some calls to people, and people leave some to the sweep', async () => {
    let now = 1_000_000;
    const forPeople = { atLeast: 4, atMost: 10 };
    const budgets = ownBudgets();
    const options = { budgets, kind: 'pages', perMinute: 20, forPeople, nowMs: () => now } as const;
    const [sweep, people] = [createAllowance(options), createAllowance(options)];
    const takes = async (count: number, take: () => Promise<unknown>) => {
      const each: unknown[] = [];
      for (let at = 0; at < count; at += 1) each.push(await take());
      return each;
    };
    expect((await takes(30, () => sweep.take())).filter(Boolean)).toHaveLength(16);
    now += 5_000;
    expect(await takes(5, () => people.reserveForPerson())).toEqual([0, 0, 0, 0, 60_000]);
    now += 120_000;
    expect((await takes(12, () => people.reserveForPerson())).slice(-3)).toEqual([0, 65_000, 65_000]);
    expect((await takes(30, () => sweep.take())).filter(Boolean)).toHaveLength(6);
  });

  it('calls that a process took but did not use within seconds do not count', async () => {
    let now = 1_000_000;
    const options = {
      budgets: ownBudgets(),
      kind: 'pages',
      perMinute: 50,
      forPeople: { atLeast: 0, atMost: 0 },
      nowMs: () => now,
    } as const;
    const [worker, api] = [createAllowance(options), createAllowance(options)];
    await worker.take();
    expect(await api.read()).toMatchObject({ used: 5 });
    now += 5_001;
    await worker.take();
    expect(await api.read()).toMatchObject({ used: 6 });
  });
});

import { UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { START, WAF, livePage, open, roomCall } from './__fixtures__/outside.ts';
import { createAllowance } from './allowance.ts';

describe('a way that does not answer', () => {
  it('rests after a challenge, longer each time, and works again afterwards', async () => {
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
    expect(world.logged.filter((text) => /^live page: .*rests/.test(text))).toHaveLength(1);
  });

  it('rests after three odd answers, not after one', async () => {
    const world = open({ '/@ada/live': '<html></html>', '/api-live/': roomCall() });
    for (let round = 0; round < 5; round += 1) await world.ask();
    expect(world.calls.filter((path) => path === '/@ada/live')).toHaveLength(3);
  });

  it('is not blamed when our own door had no place for the call', async () => {
    const busy = () =>
      new UpstreamError({ world: 'tiktok', kind: 'limited', message: 'our own budget for this host is spent' });
    const world = open({ '/@ada/live': busy, '/api-live/': busy });
    for (let round = 0; round < 4; round += 1) expect((await world.ask()).snapshot.state).toBe('unknown');
    expect(world.calls.filter((path) => path === '/@ada/live')).toHaveLength(4);
  });

  it('where all rest, nobody is asked, and it says when to come back', async () => {
    const world = open({ '/': WAF, '/api-live/': { status: 429 } });
    await world.ask();
    world.calls.length = 0;
    const answer = await world.ask();
    expect([answer.snapshot.state, answer.askAgainAt]).toEqual(['unknown', new Date(START.getTime() + 60_000)]);
    expect(world.calls.filter((path) => path.includes('live'))).toEqual([]);
  });

  it('no minute sees more calls than we allow ourselves', () => {
    let now = 0;
    const allowance = createAllowance(3, () => now);
    const take = () => [1, 2, 3, 4].map(() => allowance.take());
    expect(take()).toEqual([true, true, true, false]);
    now = 59_999;
    expect(allowance.take()).toBe(false);
    now = 60_000;
    expect(take()).toEqual([true, true, true, false]);
  });
});

import type { Answer } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { kindsOf, lofi, mkbhd, openAdapter, stateOf } from './adapter.ts';

const adapter = openAdapter();
const { control, made, later, summary, cost, askAll, ask, inMinutes, last, logged, add } = adapter;

/** Runs the sweep, which costs one unit a minute while a stream runs and units are left. */
async function sweepFor(minutes: number): Promise<void> {
  for (let count = 0; count < minutes; count += 1) {
    later(1);
    await ask();
  }
}

describe('the daily units', () => {
  it('are spent together: 120 running streams cost three', async () => {
    const ids = Array.from({ length: 120 }, (_, place) => {
      const id = add(`creator-${place}`);
      control('go-live', { who: `creator-${place}` });
      return id;
    });
    await askAll(ids);
    later(1);
    expect(await cost(() => askAll(ids))).toBe(3);
    expect([...last.values()].filter((answer) => stateOf(answer) === 'live')).toHaveLength(120);
  });

  it('last until midnight: streams are asked about less often when they run short', async () => {
    adapter.connect({ YOUTUBE_DAILY_UNITS: '100' });
    const id = made('go-live');
    await ask([id]);
    await sweepFor(75);
    expect(inMinutes(await ask())).toBe(5);
  });

  it('keep a reserve for people; the sweep logs it once', async () => {
    adapter.connect({ YOUTUBE_DAILY_UNITS: '100' });
    const id = made('go-live');
    await ask([id]);
    await sweepFor(97);
    const answers = [await ask(), await ask()];
    expect(answers.map(stateOf)).toEqual(['unknown', 'unknown']);
    expect(inMinutes(answers[0] as Answer)).toBe(30);
    expect(logged.filter((line) => line.includes('used up'))).toHaveLength(1);
    expect(await adapter.connection.stream.findChannel('mkbhd')).toMatchObject({ id: mkbhd });
    // It is 10:00 in California.
    later(14 * 60);
    expect(stateOf(await ask())).toBe('live');
  });

  it('end when Google reports it', async () => {
    await ask();
    control('quota', { units: 1 });
    const id = made('upload');
    expect(stateOf(await ask([id]))).toBe('unknown');
    expect(logged.join()).toContain("Google says that today's units are used up");
    expect(await cost(() => ask([id]))).toBe(0);
    await expect(adapter.connection.stream.findChannel('mkbhd')).rejects.toMatchObject({
      kind: 'denied',
      upstreamCode: 'quotaExceeded',
    });
    later(14 * 60);
    expect(kindsOf(await ask())).toEqual([[id, 'upload']]);
    expect(await adapter.metrics.text()).toContain('youtube_units_left');
  });
});

describe('with a malformed key', () => {
  it('everything is unknown, with the reason', async () => {
    adapter.connect({
      YOUTUBE_API_KEY: 'wrong',
      YOUTUBE_API_URL: `${adapter.sim.url}/youtube/api/youtube/v3`,
      YOUTUBE_SITE_URL: `${adapter.sim.url}/youtube/site`,
    });
    expect(await ask()).toMatchObject({ snapshot: { state: 'unknown', reason: expect.stringContaining('400') } });
  });
});

describe('subscriptions', () => {
  const running = () => summary().subscriptions.map(({ channel_id }) => channel_id);

  it('carry an address that no one else knows, and are renewed once a day', async () => {
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    await expect.poll(() => running().length).toBe(2);
    const posts = () =>
      summary().requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/hub')).length;
    const callbacks = summary().subscriptions.map(({ callback }) => callback);
    expect(new Set(callbacks).size).toBe(2);
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    expect(posts()).toBe(2);
    later(24 * 60);
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    expect(posts()).toBe(4);
    // Another process, or this one after a restart, polls once more, which does no harm.
    adapter.connect();
    await adapter.connection.push?.ensurePush([mkbhd]);
    expect(posts()).toBe(5);
  });

  it('are asked for some at a time after a restart', async () => {
    const ids = Array.from({ length: 30 }, (_, place) => `UC${String(place).padStart(22, '0')}`);
    await adapter.connection.push?.ensurePush(ids);
    await expect.poll(() => running().length).toBe(20);
    await adapter.connection.push?.ensurePush(ids);
    await expect.poll(() => running().length).toBe(30);
  });

  it('wait while the hub is broken, and are reported when leases expire', async () => {
    await adapter.connection.push?.ensurePush([mkbhd]);
    control('trouble', { kind: 'hub', minutes: 20_000 });
    later(4 * 24 * 60);
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    expect(logged.filter((line) => line.includes('refuses subscriptions'))).toHaveLength(1);
    // The hub is paused, so it gets no calls.
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    expect(logged.filter((line) => line.includes('refuses subscriptions'))).toHaveLength(1);
    expect(logged.filter((line) => line.includes('end within a day'))).toEqual([]);
    later(5 * 24 * 60);
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    expect(logged.filter((line) => line.includes('end within a day'))).toHaveLength(1);
    control('calm');
    later(30);
    await adapter.connection.push?.ensurePush([mkbhd, lofi]);
    await expect.poll(running).toContain(lofi);
  });

  it('to the real hub are not asked for with an inside address', () => {
    adapter.connect({ YOUTUBE_API_KEY: 'real' });
    expect(adapter.connection.push).toBeUndefined();
    adapter.connect({ YOUTUBE_API_KEY: 'real', PUBLIC_API_URL: 'https://api.tally.example' });
    expect(adapter.connection.push).toBeDefined();
  });
});

import type { Answer, Channel, StreamSession } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { kindsOf, mkbhd, openAdapter, stateOf } from './adapter.ts';

const adapter = openAdapter();
const { control, made, later, ask, inMinutes, last } = adapter;

describe('a planned stream', () => {
  it('is asked about more often as it approaches, and found within a minute of its start', async () => {
    await ask();
    const id = made('schedule', { minutes: 300 });
    const waits = [inMinutes(await ask([id]))];
    for (const minutes of [175, 110, 14]) {
      later(minutes);
      waits.push(inMinutes(await ask()));
    }
    expect(waits).toEqual([5, 5, 1, 1]);
    expect(last.get(mkbhd)?.snapshot.state).toBe('offline');
    control('go-live', { who: 'mkbhd', as: 'scheduled' });
    later(1);
    expect(await ask()).toMatchObject({ snapshot: { state: 'live', streamId: id }, videos: [] });
  });

  it('that is canceled is forgotten when it is deleted', async () => {
    await ask();
    const id = made('schedule');
    await ask([id]);
    control('delete', { who: 'mkbhd', video: id });
    for (let round = 0; round < 4; round += 1) {
      later(30);
      await ask();
    }
    expect(last.get(mkbhd)).not.toHaveProperty('askAgainAt');
  });
});

describe('a stream', () => {
  let id: string;
  beforeEach(async () => {
    await ask();
    id = made('go-live', { title: 'Day one' });
    await ask([id]);
  });

  it('is asked about every minute, with its new title, category and viewers', async () => {
    expect(inMinutes(last.get(mkbhd) as Answer)).toBe(1);
    control('change-title', { who: 'mkbhd', title: 'Day two' });
    control('change-category', { who: 'mkbhd', category: 'Music' });
    control('set-viewers', { who: 'mkbhd', viewers: 9 });
    later(1);
    expect(await ask()).toMatchObject({
      snapshot: { state: 'live', details: { title: 'Day two', category: 'Music', viewers: 9 } },
    });
  });

  it('that ends is offline twice, soon after each other, and its page is the recording', async () => {
    later(61);
    control('end', { who: 'mkbhd' });
    const first = await ask();
    expect([stateOf(first), kindsOf(first), inMinutes(first)]).toEqual(['offline', [[id, 'vod']], 0.3]);
    expect(first.videos?.[0]).toMatchObject({
      streamId: id,
      durationSeconds: 3_660,
      publishedAt: adapter.sim.clock.now(),
    });
    // The program finds the stream even while the feed is empty.
    control('trouble', { kind: 'feed', minutes: 60 });
    later(0.25);
    expect(stateOf(await ask())).toBe('offline');
    expect(last.get(mkbhd)).not.toHaveProperty('askAgainAt');
    const session = { streamId: id, platform: 'youtube' } as StreamSession;
    expect(await adapter.connection.recordings?.findRecording(session, { id: mkbhd } as Channel)).toMatchObject({
      id,
      kind: 'vod',
    });
  });

  it('has no recording before it ends, or if there is no such stream', async () => {
    const find = (streamId: string | null) =>
      adapter.connection.recordings?.findRecording(
        { streamId, platform: 'youtube' } as StreamSession,
        { id: mkbhd } as Channel,
      );
    expect([await find(id), await find(null), await find('AAAAAAAAAAA')]).toEqual([null, null, null]);
  });

  it('that is hidden is unknown, and over when it was missing twice', async () => {
    control('make-private', { who: 'mkbhd' });
    const states = [];
    for (let round = 0; round < 3; round += 1) {
      later(2);
      states.push(stateOf(await ask()));
    }
    expect(states).toEqual(['unknown', 'offline', 'offline']);
  });

  it('that is missing once continues', async () => {
    control('make-private', { who: 'mkbhd' });
    later(1);
    await ask();
    control('make-public', { who: 'mkbhd' });
    later(1);
    expect(stateOf(await ask())).toBe('live');
  });

  it('whose connection drops continues, or another one replaces it', async () => {
    control('drop', { who: 'mkbhd', minutes: 3 });
    later(1);
    expect(await ask()).toMatchObject({ snapshot: { state: 'live', streamId: id, details: { viewers: null } } });
    later(3);
    control('drop', { who: 'mkbhd', minutes: 3, returnsAs: 'new stream' });
    expect(stateOf(await ask())).toBe('offline');
    later(3);
    // By this clock the feed pauses for a while, so the test reads it only once the other stream exists.
    await expect.poll(() => adapter.newest()).not.toBe(id);
    expect((await ask()).snapshot).toMatchObject({ state: 'live', streamId: adapter.newest() });
  });

  it('is unknown during an outage, and continues after it', async () => {
    control('trouble', { kind: 'outage', minutes: 5 });
    later(1);
    expect(stateOf(await ask())).toBe('unknown');
    later(4);
    expect(stateOf(await ask())).toBe('live');
  });
});

describe('a premiere', () => {
  it('is reported once, and its showing is no stream', async () => {
    await ask();
    const id = made('premiere', { minutes: 30, seconds: 600 });
    expect(kindsOf(await ask([id]))).toEqual([[id, 'premiere']]);
    later(31);
    await expect.poll(async () => (await adapter.connection.stream.findChannel('mkbhd'))?.id).toBe(mkbhd);
    expect(await ask([id])).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
    later(31);
    expect(await ask()).toMatchObject({ snapshot: { state: 'offline' }, videos: [] });
  });
});

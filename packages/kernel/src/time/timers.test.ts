import { movedTimers, testTimers } from '@tally/tests/timers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from './timers.ts';

describe('real timers', () => {
  afterEach(() => void vi.useRealTimers());

  it('wait for a month as well, which is more than Node can count', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const done = vi.fn<() => void>();
    systemTimers.after(2_678_400_755, done);
    const cancel = systemTimers.after(2_678_400_755, () => expect.unreachable('was called off'));
    await vi.advanceTimersByTimeAsync(2_678_400_754);
    expect(done).not.toHaveBeenCalled();
    cancel();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });

  it('show a time that does not change when the system clock is set back', () => {
    const before = systemTimers.nowMs();
    expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    expect(systemTimers.nowMs()).toBeGreaterThanOrEqual(before);
  });
});

describe('a pause', () => {
  it('ends after its time, or early when the signal is aborted', async () => {
    const timers = testTimers();
    const over: string[] = [];
    const stopping = new AbortController();
    const waits = [
      timers.pause(10).then(() => over.push('short')),
      timers.pause(1_000, stopping.signal).then(() => over.push('aborted')),
      timers.pause(20, stopping.signal).then(() => over.push('long')),
    ];
    await timers.pass(20);
    expect(over).toEqual(['short', 'long']);
    stopping.abort();
    await Promise.all(waits);
    await timers.pause(1_000, stopping.signal);
    expect(over).toEqual(['short', 'long', 'aborted']);
  });
});

describe('repeated work', () => {
  it('runs until it is stopped', async () => {
    const timers = testTimers();
    const at: number[] = [];
    const end = timers.every(10, () => at.push(timers.nowMs()));
    await timers.pass(35);
    end();
    await timers.pass(100);
    expect(at).toEqual([10, 20, 30]);
  });

  it('may end itself', async () => {
    const timers = testTimers();
    const work = vi.fn<() => void>(() => end());
    const end = timers.every(10, work);
    await timers.pass(100);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('work with a time limit', () => {
  it('returns the result, or undefined after the limit, or the failure', async () => {
    const timers = testTimers();
    const slow = timers.within(50, new Promise(() => {}));
    expect(await timers.within(50, Promise.resolve('done'))).toBe('done');
    await expect(timers.within(50, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await timers.pass(50);
    expect(await slow).toBeUndefined();
  });
});

describe('timers that tests move', () => {
  it('fire once and in order when moved past their time, and otherwise in real time', async () => {
    const timers = movedTimers();
    const done: string[] = [];
    timers.after(60_000, () => done.push('second'));
    timers.after(30_000, () => {
      done.push('first');
      callOff();
    });
    const callOff = timers.after(50_000, () => done.push('called off'));
    const end = timers.every(20_000, () => done.push('again'));
    timers.move(-60_000);
    expect(done).toEqual([]);
    timers.move(60_000);
    expect(done).toEqual(['again', 'first', 'second']);
    end();
    await timers.pause(1);
  });
});

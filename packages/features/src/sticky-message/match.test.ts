import { minutes, seconds } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { afterMessages, longestWaitMs, restingByPlan } from './match.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const never = { postedAt: null, everyMessages: null, minutes: null, seenCount: 0, firstSeenAt: null, dueAt: null };
const written = (about: Partial<Parameters<typeof afterMessages>[0]>, count = 1, delayMs = seconds(5)) =>
  afterMessages({ mode: 'everyMessage', ...never, ...about }, { count, delayMs, now });

describe('the return of a sticky message', () => {
  it('after every message: postponed by each one, up to a limit', () => {
    expect(written({})).toEqual({ seenCount: 1, firstSeenAt: now, dueAt: later(seconds(5)) });
    expect(written({ firstSeenAt: later(-seconds(18)) }).dueAt).toEqual(later(seconds(2)));
    expect([5, 60, 3600].map((delay) => longestWaitMs(seconds(delay)) / 1000)).toEqual([20, 240, 3900]);
  });

  it('never twice within three seconds, however short its delay', () => {
    expect(written({ postedAt: now }, 1, 0).dueAt).toEqual(later(seconds(3)));
  });

  it('after a number of messages: not before, and then at the next pause', () => {
    const about = { mode: 'everyMessages' as const, everyMessages: 10 };
    expect(written({ ...about, seenCount: 8 })).toEqual({ seenCount: 9, firstSeenAt: null, dueAt: null });
    expect(written({ ...about, seenCount: 8 }, 2)).toMatchObject({ seenCount: 10, dueAt: later(seconds(5)) });
    expect(written({ mode: 'everyMessages', seenCount: 9 }).dueAt).not.toBeNull();
  });

  it('every few minutes: only after a message, and later messages do not postpone it', () => {
    const about = { mode: 'everyMinutes' as const, minutes: 15, postedAt: later(-minutes(5)) };
    expect(written(about).dueAt).toEqual(later(minutes(10)));
    expect(written({ ...about, dueAt: later(minutes(2)) }).dueAt).toEqual(later(minutes(2)));
    expect(written({ ...about, postedAt: later(-minutes(60)) }).dueAt).toEqual(later(seconds(5)));
  });

  it('after so much quiet: put off by every message', () => {
    const about = { mode: 'afterQuiet' as const, minutes: 20, dueAt: later(minutes(1)) };
    expect(written(about).dueAt).toEqual(later(minutes(20)));
  });

  it('not while the plan covers fewer: the newest rest', () => {
    const rows = [3, 1, 2].map((day) => ({ channelId: `${day}`, addedAt: new Date(day) }));
    expect([...restingByPlan(rows, 2)].map((row) => row.channelId)).toEqual(['3']);
  });
});

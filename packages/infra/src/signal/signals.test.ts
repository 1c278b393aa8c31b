import { systemRandom, systemTimers } from '@tally/kernel';
import { testClock } from '@tally/tests/context';
import { describe, expect, it, vi } from 'vitest';
import { createBell, createSignals, type Room, type Topic } from './index.ts';

const words: Topic<string> = {
  channel: 'words',
  read(payload) {
    const [key = '', news = ''] = payload.split(' ');
    return [[key, news]];
  },
};
const recent: Topic<string> = { ...words, channel: 'recent', recentMs: 1_000 };

const earOf = () => vi.fn<(news: string | null) => void>();

function open() {
  const clock = testClock();
  const lines: { channel: string; hear: (payload: string) => void; onGap: (() => void) | undefined }[] = [];
  let isDown = false;
  const signals = createSignals({
    clock,
    random: systemRandom,
    async listen(channel, hear, onGap) {
      if (isDown) throw new Error('down');
      lines.push({ channel, hear, onGap });
      return async () => {};
    },
  });
  return {
    clock,
    lines,
    signals,
    setDown: (to: boolean) => {
      isDown = to;
    },
    say: (payload: string) => lines.forEach(({ hear }) => hear(payload)),
    gap: () => lines.forEach(({ onGap }) => onGap?.()),
  };
}

describe('a topic', () => {
  it('has one subscription, and calls the ears of a key until they leave', async () => {
    const { signals, lines, say } = open();
    const [one, two, other] = [earOf(), earOf(), earOf()];
    const leave = await signals.hear(words, 'a', one);
    await Promise.all([signals.hear(words, 'a', two), signals.hear(words, 'b', other)]);
    say('a first');
    leave();
    say('a second');
    expect([one, two, other].map(({ mock }) => mock.calls.flat())).toEqual([['first'], ['first', 'second'], []]);
    expect(lines.map(({ channel }) => channel)).toEqual(['words']);
  });

  it('reports a gap to all ears', async () => {
    const { signals, gap } = open();
    const [one, other] = [earOf(), earOf()];
    await Promise.all([signals.hear(words, 'a', one), signals.hear(words, 'b', other)]);
    gap();
    expect([one.mock.calls, other.mock.calls]).toEqual([[[null]], [[null]]]);
  });

  it('is opened again by the next caller if the database was down', async () => {
    const { signals, setDown, say } = open();
    setDown(true);
    await expect(signals.hear(words, 'a', earOf())).rejects.toThrow('down');
    setDown(false);
    const ear = earOf();
    await signals.hear(words, 'a', ear);
    say('a news');
    expect(ear.mock.calls).toEqual([['news']]);
  });

  it('calls a new ear at once for recent news of its key only', async () => {
    const { signals, clock, say } = open();
    await signals.hear(recent, 'x', earOf());
    clock.move(2_000);
    say('a news');
    clock.move(900);
    const [early, other, late] = [earOf(), earOf(), earOf()];
    await Promise.all([signals.hear(recent, 'a', early), signals.hear(recent, 'b', other)]);
    clock.move(200);
    await signals.hear(recent, 'a', late);
    expect([early, other, late].map(({ mock }) => mock.calls)).toEqual([[[null]], [], []]);
  });

  it('keeps one room per key from the first ear to the last', async () => {
    const { signals, say } = open();
    const [one, two] = [earOf(), earOf()];
    const close = vi.fn<() => void>();
    const openRoom = vi.fn<(tell: (news: string) => void) => Room<string>>((tell) => ({
      hear: (news: string) => tell(`${news}!`),
      close,
    }));
    const leaves = [await signals.hear(words, 'a', one, openRoom), await signals.hear(words, 'a', two, openRoom)];
    say('a news');
    expect([one.mock.calls, two.mock.calls]).toEqual([[['news!']], [['news!']]]);
    for (const leave of [leaves[0], leaves[0]]) leave?.();
    expect([signals.isHeard(words, 'a'), close.mock.calls.length]).toEqual([true, 0]);
    leaves[1]?.();
    expect([signals.isHeard(words, 'a'), close.mock.calls.length]).toEqual([false, 1]);
    expect(openRoom).toHaveBeenCalledTimes(1);
  });
});

describe('a bell', () => {
  it('keeps a ring while its loop is busy', async () => {
    const bell = createBell(systemTimers, new AbortController().signal);
    bell.ring();
    await bell.next();
    const next = bell.next();
    bell.ring();
    expect(await next).toBeUndefined();
  });

  it('ends a wait when the time is up or the signal is aborted', async () => {
    const clock = testClock();
    const leaving = new AbortController();
    const bell = createBell(clock.timers, leaving.signal);
    const next = bell.next(1_000);
    clock.move(1_000);
    await next;
    const last = bell.next();
    leaving.abort();
    await last;
    expect(await bell.next()).toBeUndefined();
  });
});

import { PassThrough, type Readable } from 'node:stream';
import { AppError, type Caller, type Ctx, systemTimers, UpstreamError } from '@tally/kernel';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LogLine, recordingLog } from '../sample.ts';
import { createStreams, type Streams } from './streams.ts';

const ada = { kind: 'user', userId: '1', sessionId: 's', flags: new Set() } as unknown as Caller;
const bob = { kind: 'user', userId: '2', sessionId: 't', flags: new Set() } as unknown as Caller;

let streams: Streams;
let lines: LogLine[];
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  streams = createStreams();
});
afterEach(() => vi.useRealTimers());

const silence: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
};

/** Opens a stream as a request would. Records what arrived, and whether it ended. */
function open(caller: Caller = ada, admitAgain: () => Promise<void> = async () => {}) {
  const sent = new PassThrough();
  let source: Readable | undefined;
  const reply = { headers: () => reply, header: () => reply, send: (stream: Readable) => (source = stream).pipe(sent) };
  streams.open({
    ctx: { caller, log: recordingLog(lines), timers: systemTimers } as unknown as Ctx,
    reply: reply as unknown as FastifyReply,
    events: silence,
    closing: new AbortController().signal,
    admitAgain,
  });
  let text = '';
  let isOver = false;
  sent.on('data', (part: Buffer) => (text += part.toString()));
  sent.on('end', () => (isOver = true));
  return { text: () => text, isOver: () => isOver, leave: () => source?.destroy() };
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a caller without access loses the stream within 15 seconds; the others keep theirs', async () => {
  let isLoggedIn = true;
  const admit = async () => {
    if (!isLoggedIn) throw new AppError('sessionExpired');
  };
  const [hers, his] = [open(ada, admit), open(bob)];
  await after(30_000);
  isLoggedIn = false;
  expect(hers.isOver()).toBe(false);
  await after(15_000);
  expect([hers.isOver(), his.isOver()]).toEqual([true, false]);
});

test('a beat arrives every 15 seconds and keeps proxies from cutting the connection', async () => {
  const mine = open();
  await after(1);
  // A client that loses its connection reconnects after two seconds.
  expect(mine.text()).toBe('retry: 2000\n\n');
  await after(30_000);
  expect(mine.text()).toBe('retry: 2000\n\n: \n\n: \n\n');
});

test('the stream continues while access cannot be checked', async () => {
  const mine = open(ada, async () => {
    throw new UpstreamError({ world: 'discord', kind: 'down', message: 'away' });
  });
  await after(60_000);
  expect(mine.isOver()).toBe(false);
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(4);
});

test('the sixth of one person is refused, until one of theirs is closed', async () => {
  const own = Array.from({ length: 5 }, () => open());
  expect(() => open()).toThrow(expect.objectContaining({ code: 'tooManyStreams', values: { most: 5 } }));
  expect(() => open(bob)).not.toThrow();
  own[2]?.leave();
  await after(1);
  expect(() => open()).not.toThrow();
  expect(() => open()).toThrow('tooManyStreams');
});

test('an address without a login may be a household, so it has twenty', async () => {
  for (let count = 0; count < 20; count += 1) open({ kind: 'anonymous' });
  expect(() => open({ kind: 'anonymous' })).toThrow(expect.objectContaining({ values: { most: 20 } }));
});

test('where no stream is open nothing beats', async () => {
  const mine = open();
  expect(vi.getTimerCount()).toBe(1);
  mine.leave();
  await after(1);
  expect(vi.getTimerCount()).toBe(0);
});

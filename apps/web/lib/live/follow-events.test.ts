import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

/** Simulates the parts of our server that serve an event stream. */
let opened: { stream: ReadableStreamDefaultController<Uint8Array>; isLeft: () => boolean }[];
let isRefused: boolean;
function answer(_address: unknown, { signal }: RequestInit): Promise<Response> {
  if (isRefused) return Promise.resolve(new Response(null, { status: 429 }));
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      opened.push({ stream, isLeft: () => signal?.aborted === true });
      signal?.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return Promise.resolve(new Response(body));
}

let page: EventTarget & { hidden: boolean };
let refresh: ReturnType<typeof vi.fn<() => void>>;
let onOver: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;
beforeEach(async () => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  opened = [];
  isRefused = false;
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', page);
  refresh = vi.fn<() => void>();
  onOver = vi.fn<() => void>();
  stop = followEvents('/live', refresh, { isOver: (event) => event === 'over', onOver });
  await rest(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const say = (event: string) => opened.at(-1)?.stream.enqueue(new TextEncoder().encode(`data: "${event}"\n\n`));
const rest = async (ms = 300) => await vi.advanceTimersByTimeAsync(ms);

test('a page that has just been loaded asks nothing again; a burst of changes is one question', async () => {
  await rest();
  expect(refresh).not.toHaveBeenCalled();
  say('change');
  say('change');
  await rest();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('refreshes once after the stream was away', async () => {
  opened.at(-1)?.stream.close();
  await rest(2_000);
  expect(opened).toHaveLength(2);
  expect(refresh).toHaveBeenCalledTimes(1);
  for (let beats = 0; beats < 4; beats += 1) {
    opened.at(-1)?.stream.enqueue(new TextEncoder().encode(': \n\n'));
    await rest(15_000);
  }
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a refused stream is opened again a while later', async () => {
  isRefused = true;
  opened.at(-1)?.stream.close();
  await rest(14_000);
  expect(opened).toHaveLength(1);
  isRefused = false;
  await rest(30_000);
  expect(opened).toHaveLength(2);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a hidden page asks when it is seen again, and only where something has changed', async () => {
  page.hidden = true;
  say('change');
  await rest();
  expect(refresh).not.toHaveBeenCalled();
  const show = () => {
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  show();
  expect(refresh).toHaveBeenCalledTimes(1);
  show();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a page that is left asks nothing any more', async () => {
  say('change');
  await rest(0);
  stop();
  await rest(60_000);
  expect(refresh).not.toHaveBeenCalled();
  expect(opened.map(({ isLeft }) => isLeft())).toEqual([true]);
});

test('an event that ends it is reported at once, also on a hidden page, and no refresh follows', async () => {
  page.hidden = true;
  say('change');
  say('over');
  say('change');
  await rest(0);
  expect(onOver).toHaveBeenCalledTimes(1);
  expect(opened.map(({ isLeft }) => isLeft())).toEqual([true]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await rest(60_000);
  expect(refresh).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

/** A browser's stream of events, as far as we use one. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = 2;
  }
  say(kind: 'open' | 'message' | 'error', data = '') {
    this.dispatchEvent(kind === 'message' ? new MessageEvent(kind, { data }) : new Event(kind));
  }
}

let page: EventTarget & { hidden: boolean };
let refresh: ReturnType<typeof vi.fn<() => void>>;
let onOver: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  FakeSource.opened = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  refresh = vi.fn<() => void>();
  onOver = vi.fn<() => void>();
  stop = followEvents('/live', refresh, { isOver: (data) => data === 'over', onOver });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const source = () => FakeSource.opened.at(-1) as FakeSource;
const rest = (ms = 300) => vi.advanceTimersByTime(ms);

test('a page that has just been loaded asks nothing again; a burst of changes is one question', () => {
  source().say('open');
  rest();
  expect(refresh).not.toHaveBeenCalled();
  source().say('message');
  source().say('message');
  rest();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('refreshes once after the stream was away', () => {
  source().say('open');
  source().say('error');
  source().say('open');
  rest();
  expect(refresh).toHaveBeenCalledTimes(1);
  rest(60_000);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a refused stream is opened again a while later', () => {
  source().readyState = FakeSource.CLOSED;
  source().say('error');
  rest(14_000);
  expect(FakeSource.opened).toHaveLength(1);
  rest(2_000);
  expect(FakeSource.opened).toHaveLength(2);
  source().say('open');
  rest();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a hidden page asks when it is seen again, and only where something has changed', () => {
  page.hidden = true;
  source().say('message');
  rest();
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

test('a page that is left asks nothing any more', () => {
  source().say('message');
  stop();
  rest(60_000);
  expect(refresh).not.toHaveBeenCalled();
  expect(source().readyState).toBe(FakeSource.CLOSED);
});

test('an event that ends it is reported at once, also on a hidden page, and no refresh follows', () => {
  page.hidden = true;
  source().say('message');
  source().say('message', 'over');
  expect(onOver).toHaveBeenCalledTimes(1);
  expect(source().readyState).toBe(FakeSource.CLOSED);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  rest(60_000);
  expect(refresh).not.toHaveBeenCalled();
  expect(FakeSource.opened).toHaveLength(1);
});

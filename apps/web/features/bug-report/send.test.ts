import { afterEach, expect, test, vi } from 'vitest';
import { isEmail, missingFields } from './fields.ts';
import { type Reporter, type SendError, sendReport } from './send.ts';

const empty = { description: '', name: '', email: '' };

test('the description is always required, name and email only where configured', () => {
  expect(missingFields(empty, [])).toEqual(['description']);
  expect(missingFields(empty, ['name', 'email'])).toEqual(['name', 'email', 'description']);
  expect(missingFields({ ...empty, description: '  ' }, [])).toEqual(['description']);
  expect(missingFields({ ...empty, description: 'It broke' }, [])).toEqual([]);
});

test('an email address is trimmed and must be one', () => {
  expect(isEmail(' robin@example.test ')).toBe(true);
  expect(['robin', 'robin@', '@example.test', 'a b@example.test'].map(isEmail)).toEqual([false, false, false, false]);
});

type Listener = (event: { event_id: string }, response: { statusCode?: number }) => void;

/** Returns a reporter whose tracker answers when the test tells it to. */
function reporter() {
  const listeners = new Set<Listener>();
  const sentry = {
    captureFeedback: () => 'one',
    getClient: () => ({
      on: (_name: string, listener: Listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
  };
  const answer = (statusCode?: number, id = 'one') => {
    for (const listener of listeners) listener({ event_id: id }, statusCode === undefined ? {} : { statusCode });
  };
  return { sentry: sentry as unknown as Reporter, answer, listeners };
}

test('an empty message is not handed in', async () => {
  const { sentry } = reporter();
  await expect(sendReport(sentry, { ...report, message: ' ' })).rejects.toMatchObject({ kind: 'empty' });
});

const report = { message: 'It broke', name: '', email: '', screenshot: null };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [200, undefined],
  [403, 'forbidden'],
  [500, 'network'],
  [undefined, 'network'],
] as const)('an answer of %s ends as %s', async (status, kind) => {
  vi.stubGlobal('window', { location: { href: 'https://tally.example/' } });
  const { sentry, answer, listeners } = reporter();
  const sent = sendReport(sentry, report).then(
    () => undefined,
    (error: SendError) => error.kind,
  );
  answer(200, 'another event');
  answer(status);
  expect(await sent).toBe(kind);
  expect(listeners.size).toBe(0);
});

test('without an answer within five seconds the result is unknown', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { location: { href: 'https://tally.example/' } });
  const { sentry, listeners } = reporter();
  const sent = sendReport(sentry, report).catch((error: SendError) => error.kind);
  await vi.advanceTimersByTimeAsync(4999);
  expect(listeners.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await sent).toBe('timeout');
});

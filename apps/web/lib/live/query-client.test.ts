import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { CallError } from '../call.ts';
import { hasAnswered, makeQueryClient, retryDelay, shouldRetry } from './query-client.ts';

const refused = (status: number) => new CallError({ kind: 'refused', fallback: 'unknown', status });

test('the pause doubles from one second up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('retries calls that did not arrive, not refusals', () => {
  expect(shouldRetry(0, new CallError({ kind: 'network', fallback: 'unknown' }))).toBe(true);
  expect(shouldRetry(0, refused(503))).toBe(true);
  expect(shouldRetry(0, refused(404))).toBe(false);
  expect(shouldRetry(0, refused(401))).toBe(false);
  expect(shouldRetry(3, refused(503))).toBe(false);
});

const listening = () => {
  const listeners = {
    onSessionExpired: vi.fn<() => void>(),
    onFailure: vi.fn<(error: Error) => void>(),
    onOutage: vi.fn<() => void>(),
    onAnswer: vi.fn<() => void>(),
  };
  return { ...listeners, client: makeQueryClient(listeners) };
};

const fails = (error: Error) => ({
  queryFn: () => {
    throw error;
  },
  retry: false,
});

test('only a 401 on the current user means that the session has ended', async () => {
  const { client, onSessionExpired } = listening();
  await client.prefetchQuery({ queryKey: ['servers'], ...fails(refused(401)) });
  await client.prefetchQuery({ queryKey: ['me'], ...fails(refused(503)) });
  expect(onSessionExpired).not.toHaveBeenCalled();
  await client.prefetchQuery({ queryKey: ['me'], ...fails(refused(401)) });
  expect(onSessionExpired).toHaveBeenCalledOnce();
});

test('a query speaks up only where it was asked to', async () => {
  const { client, onFailure } = listening();
  await client.prefetchQuery({ queryKey: ['a'], ...fails(refused(404)) });
  expect(onFailure).not.toHaveBeenCalled();
  await client.prefetchQuery({ queryKey: ['b'], ...fails(refused(404)), meta: { reportsFailure: () => false } });
  expect(onFailure).not.toHaveBeenCalled();
  await client.prefetchQuery({ queryKey: ['b'], ...fails(refused(404)), meta: { reportsFailure: () => true } });
  expect(onFailure).toHaveBeenCalledOnce();
});

test('the first call that does not get through asks how the API is, long before the last try', async () => {
  const { client, onOutage, onAnswer } = listening();
  const observed = new QueryObserver(client, {
    queryKey: ['a'],
    queryFn: () => Promise.reject(refused(503)),
    retryDelay: 60_000,
  });
  const stop = observed.subscribe(() => {});
  await vi.waitFor(() => expect(onOutage).toHaveBeenCalledOnce());
  stop();
  await client.prefetchQuery({ queryKey: ['b'], queryFn: () => 'there' });
  expect(onAnswer).toHaveBeenCalledOnce();
});

test('a page waits for a first answer, not for retries', () => {
  const fresh = { isPending: true, isFetched: false, failureCount: 0 };
  expect(hasAnswered(fresh)).toBe(false);
  expect(hasAnswered({ ...fresh, failureCount: 1 })).toBe(true);
  expect(hasAnswered({ ...fresh, isPending: false })).toBe(true);
});

test('a failed query that remounted content asks again does not hide the page, which would never end', async () => {
  const { client } = listening();
  let ask: () => Promise<never> = () => Promise.reject(refused(500));
  const journal = { queryKey: ['journal'], queryFn: () => ask() };
  const page = new QueryObserver(client, journal);
  const stop = page.subscribe(() => {});
  await vi.waitFor(() => expect(page.getCurrentResult().isError).toBe(true));
  ask = () => new Promise(() => {});
  const stopPart = new QueryObserver(client, journal).subscribe(() => {});
  expect(page.getCurrentResult()).toMatchObject({ isPending: true, failureCount: 0 });
  expect(hasAnswered(page.getCurrentResult())).toBe(true);
  stopPart();
  stop();
});

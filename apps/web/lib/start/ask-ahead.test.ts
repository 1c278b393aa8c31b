import { queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const sent = { accept: 'text/html', cookie: 'token=t1', range: 'bytes=0-1' } as Record<string, string>;
vi.mock('next/headers', () => ({
  headers: () => Promise.resolve(new Headers(sent)),
  cookies: () =>
    Promise.resolve({
      has: (name: string) => sent.cookie?.startsWith(`${name}=`) ?? false,
      get: () => ({ value: 't1' }),
    }),
}));

const { askAhead } = await import('./ask-ahead.ts');
const { meQuery } = await import('../../shell/me.ts');
const { serversQuery } = await import('../../shell/server/api.ts');

const asked: Request[] = [];
let answer: () => Promise<Response> = () => Promise.resolve(Response.json({ status: 200, data: [] }));

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(new Request(url, init));
    return answer();
  });
});
afterEach(() => {
  Object.assign(sent, { accept: 'text/html', cookie: 'token=t1' });
  answer = () => Promise.resolve(Response.json({ status: 200, data: [] }));
  vi.unstubAllGlobals();
});

const servers = () => askAhead((ask) => ask(serversQuery()), 1000);

test('asks the API itself, as the person, and passes the answer on under its key', async () => {
  expect(await servers()).toEqual([{ key: ['servers'], data: [] }]);
  expect(asked[0]?.url).toMatch(/:4000\/@me\/guilds/);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer t1');
  expect(asked[0]?.headers.get('range')).toBeNull();
});

test('a client-side navigation or a visitor without a session waits for nothing', async () => {
  sent.accept = '*/*';
  expect(await servers()).toEqual([]);
  Object.assign(sent, { accept: 'text/html', cookie: '' });
  expect(await servers()).toEqual([]);
  expect(asked).toEqual([]);
});

test('leaves the query to the browser if the session has ended or the API is down', async () => {
  answer = () => Promise.resolve(Response.json({ status: 401, error: 'Unauthorized' }, { status: 401 }));
  expect(await servers()).toEqual([]);
  answer = () => Promise.reject(new TypeError('fetch failed'));
  expect(await servers()).toEqual([]);
});

test('one late answer neither delays the page nor drops the others', async () => {
  const late = queryOptions({ queryKey: ['late'], queryFn: () => new Promise<never>(() => {}) });
  const answers = await askAhead((ask) => Promise.all([ask(serversQuery()), ask(late)]), 20);
  expect(answers.map(({ key }) => key)).toEqual([['servers']]);
});

test('an answer that does not count is asked again by the browser', async () => {
  expect(await askAhead((ask) => ask(serversQuery(), (found) => found.length > 0), 1000)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('an answer that makes no sense is not handed on', async () => {
  answer = () => Promise.resolve(Response.json({ status: 200, data: { nobody: true } }));
  expect(await askAhead((ask) => ask(meQuery()), 1000)).toEqual([]);
});

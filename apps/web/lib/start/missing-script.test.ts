import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let answers = true;

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', () => (answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError('offline'))));
});
afterEach(() => {
  answers = true;
  vi.unstubAllGlobals();
});

test('if a script is missing while the site answers, the page asks for a reload once', async () => {
  const { isReloadNeeded, noteMissingScript, whenReloadNeeded } = await import('./missing-script.ts');
  const told = vi.fn<() => void>();
  whenReloadNeeded(told);
  expect(isReloadNeeded()).toBe(false);
  expect(await noteMissingScript()).toBe(true);
  expect(await noteMissingScript()).toBe(true);
  expect(isReloadNeeded()).toBe(true);
  expect(told).toHaveBeenCalledTimes(1);
});

test('asks an offline visitor to reload only once the server answers', async () => {
  const { isReloadNeeded, noteMissingScript } = await import('./missing-script.ts');
  answers = false;
  expect(await noteMissingScript()).toBe(false);
  expect(isReloadNeeded()).toBe(false);
  answers = true;
  expect(await noteMissingScript()).toBe(true);
});

test('a call with missing schemas asks for a reload; without a network it is an outage', async () => {
  const { CallError, call } = await import('../call.ts');
  const gone = () => Promise.reject(new Error('Failed to load chunk'));
  const failure = () => call(gone, {} as never, { fallback: 'updateUser' } as never).catch((error: unknown) => error);
  answers = false;
  expect(await failure()).toMatchObject({ kind: 'network', fallback: 'updateUser' });
  answers = true;
  const error = await failure();
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ kind: 'outdated', fallback: 'needsReload' });
});

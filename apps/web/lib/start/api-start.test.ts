import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'apiStatus');
});

/** Returns a port on which no process listens yet. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function anew(port: number, uptime: number) {
  vi.stubEnv('API_URL', `http://127.0.0.1:${port}`);
  vi.spyOn(process, 'uptime').mockReturnValue(uptime);
  const [{ apiHasStarted }, { isApiDown }, { forwardToApi }] = await Promise.all([
    import('./api-start.ts'),
    import('../proxy/api-status.ts'),
    import('../proxy/api-proxy.ts'),
  ]);
  return { apiHasStarted, isApiDown, forwardToApi };
}

test('a page opened before the API is ready waits for it, and shows no outage', async () => {
  const port = await freePort();
  const { isApiDown, forwardToApi } = await anew(port, 2);
  const answer = forwardToApi(new Request('https://tally.example/api/tally/@me'));
  expect(await isApiDown()).toBe(false);
  const api = createServer((_request, response) => response.end('{"status":200,"data":1}'));
  await new Promise<void>((resolve) => api.listen(port, '127.0.0.1', resolve));
  expect((await answer).status).toBe(200);
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});

test('later no page waits: an outage is shown at once', async () => {
  const { apiHasStarted, isApiDown, forwardToApi } = await anew(await freePort(), 31);
  await apiHasStarted();
  expect(await isApiDown()).toBe(true);
  expect((await forwardToApi(new Request('https://tally.example/api/tally/@me'))).status).toBe(503);
});

test.each(['off', 'unlimited'] as const)(
  'a page knows from the first answer that nothing is sold: %s',
  async (sale) => {
    const port = await freePort();
    const api = createServer((_request, response) => response.end(JSON.stringify({ status: 200, data: { sale } })));
    await new Promise<void>((resolve) => api.listen(port, '127.0.0.1', resolve));
    await anew(port, 2);
    const { isApiDown, saleHere } = await import('../proxy/api-status.ts');
    expect(saleHere()).toBe('open');
    await vi.waitFor(async () => expect([await isApiDown(), saleHere()]).toEqual([false, sale]));
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
  },
);

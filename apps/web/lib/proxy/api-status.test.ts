import { afterEach, expect, test, vi } from 'vitest';
import { reply, standInApi } from './stand-in-api.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'apiStatus');
});

/** Pages must wait longer than a busy machine needs to answer. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
const noticeOf = (text: string) => ({ noticeId: '1', text, href: null, severity: 'info', audience: 'everybody' });

async function withApi() {
  const says = { status: 200, text: 'Old' };
  const api = await standInApi((request, response) => {
    if (request.method === 'GET') {
      return reply(response, says.status, { status: says.status, data: { notice: noticeOf(says.text) } });
    }
    says.text = 'New';
    return reply(response, 200, { status: 200, data: 'Saved.' });
  });
  vi.stubEnv('API_URL', api.url);
  vi.stubEnv('WEB_URL', 'https://tally.example');
  vi.spyOn(process, 'uptime').mockReturnValue(3600);
  const [{ isApiDown, houseNews }, { forwardToApi }] = await Promise.all([
    import('./api-status.ts'),
    import('./api-proxy.ts'),
  ]);
  const page = async () => ((await isApiDown()) ? 'down' : houseNews().notice?.text);
  const write = async (path: string) =>
    await forwardToApi(
      new Request(`https://tally.example/api/tally${path}`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', origin: 'https://tally.example' },
      }),
    );
  return { api, says, page, write };
}

test('a notice that staff save is on the next page; other writes ask for nothing', async () => {
  holdTime();
  const { api, page, write } = await withApi();
  expect(await page()).toBe('Old');
  await write('/giveaways');
  expect(await page()).toBe('Old');
  await write('/data/notices');
  expect(await page()).toBe('New');
  expect(await page()).toBe('New');
  expect(api.seen.filter(({ method, url }) => method === 'GET' && url === '/')).toHaveLength(2);
  await api.close();
});

test('another process’s save shows up a second later, and a busy API is not down', async () => {
  holdTime();
  const { api, says, page } = await withApi();
  expect(await page()).toBe('Old');
  says.text = 'New';
  vi.setSystemTime(Date.now() + 1_001);
  expect(await page()).toBe('New');
  says.status = 429;
  vi.setSystemTime(Date.now() + 1_001);
  expect(await page()).toBe('New');
  says.status = 500;
  vi.setSystemTime(Date.now() + 1_001);
  expect(await page()).toBe('down');
  await api.close();
});

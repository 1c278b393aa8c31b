import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reply, standInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof standInApi>>;
let forward: (request: Request) => Promise<Response>;
let hasLeft = false;

beforeAll(async () => {
  api = await standInApi((request, response) => {
    if (request.url === '/@me') return reply(response, 401, { status: 401, error: 'Your session has expired.' });
    if (request.url === '/download') {
      response.writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="a.zip"',
        'set-cookie': 'token=stolen',
        'x-powered-by': 'something',
        'x-request-id': 'r7',
      });
      return response.end('PK');
    }
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      response.on('close', () => {
        hasLeft = true;
      });
      return;
    }
    if (request.url === '/elsewhere') {
      response.writeHead(302, { location: 'https://cdn.example/file' });
      return response.end();
    }
    return reply(response, 200, { status: 200, data: null });
  });
  vi.stubEnv('API_URL', api.url);
  vi.stubEnv('WEB_URL', 'https://tally.example');
  // Pretends that both processes have run for a while, so no call waits for the API to start.
  vi.spyOn(process, 'uptime').mockReturnValue(3600);
  ({ forwardToApi: forward } = await import('./api-proxy.ts'));
});
beforeEach(() => {
  api.seen.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const ask = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  forward(new Request(`https://tally.example/api/tally${path}`, init));

const ours = { 'sec-fetch-site': 'same-origin', origin: 'https://tally.example' };

describe('requests to the API', () => {
  test('the token of the cookie, as an Authorization header, and never a cookie', async () => {
    await ask('/@me/guilds?force', {
      headers: { cookie: 'a=b; token=secret%2B1; locale=ar-SA', 'x-request-id': 'r1' },
    });
    const [seen] = api.seen;
    expect(seen?.url).toBe('/@me/guilds?force');
    expect(seen?.headers.authorization).toBe('Bearer secret+1');
    expect(seen?.headers.cookie).toBeUndefined();
    expect(seen?.headers['accept-language']).toContain('ar-SA');
    expect(seen?.headers['x-request-id']).toBe('r1');
  });

  test('which part of a file a player wants, and of which one', async () => {
    const wanted = { range: 'bytes=8-', 'if-range': '"a"', 'if-none-match': '"b"' };
    await ask('/download', { headers: wanted });
    expect(api.seen[0]?.headers).toMatchObject(wanted);
  });

  test('an Authorization header of the page is not passed on', async () => {
    await ask('/recent', { headers: { authorization: 'Bearer other' } });
    expect(api.seen[0]?.headers.authorization).toBeUndefined();
  });

  test('the root, and an encoded slash as it was sent', async () => {
    await ask('');
    await ask('/data/files/a%2Fb');
    expect(api.seen.map((each) => each.url)).toEqual(['/', '/data/files/a%2Fb']);
  });

  test('a body of 12 MB, whole', async () => {
    const body = Buffer.alloc(12 * 1024 * 1024, 7);
    const stream = new Blob([body]).stream();
    await ask('/data/files', { method: 'POST', headers: ours, body: stream, duplex: 'half' });
    expect(api.seen[0]?.body.equals(body)).toBe(true);
  });

  test('JSON of the size that the API accepts; a longer body is refused in the envelope', async () => {
    const send = (bytes: number) => {
      const body = new Blob([`"${'x'.repeat(bytes - 2)}"`]).stream();
      const headers = { ...ours, 'content-type': 'application/json' };
      return ask('/blog', { method: 'POST', headers, body, duplex: 'half' });
    };
    expect((await send(512 * 1024)).status).toBe(200);
    expect(api.seen[0]?.body.length).toBe(512 * 1024);
    const refused = await send(512 * 1024 + 1);
    expect([refused.status, await refused.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'tooLarge', error: 'This is too large. The limit is 256 KiB.' }),
    ]);
    expect(api.seen).toHaveLength(1);
  });

  test('a write from another site does not', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ] as HeadersInit[]) {
      const answer = await ask('/sessions', { method: 'DELETE', headers });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ status: 403, code: 'badOrigin' });
    }
    expect(api.seen).toEqual([]);
  });

  const spellings = ['/metrics', '/%6Detrics', '/metrics/', '//metrics', '/%2Fmetrics', '/METRICS'];
  test.each(spellings)('addresses for the operator do not, in any spelling: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect(api.seen).toEqual([]);
  });
});

describe('answers to the browser', () => {
  test('a file with its name, without cookies, and nothing that could run', async () => {
    const answer = await ask('/download');
    expect(await answer.text()).toBe('PK');
    expect(answer.headers.get('content-disposition')).toContain('a.zip');
    expect(answer.headers.get('x-request-id')).toBe('r7');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('events one by one; the API learns that the browser left', async () => {
    const leaving = new AbortController();
    const answer = await ask('/events', { signal: leaving.signal });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
    leaving.abort();
    await vi.waitFor(() => expect(hasLeft).toBe(true));
  });

  test('a redirect as it is', async () => {
    const answer = await ask('/elsewhere');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://cdn.example/file');
  });

  test('a worthless token is dropped', async () => {
    const answer = await ask('/@me', { headers: { cookie: 'token=old' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('set-cookie')).toMatch(/^token=; .*Max-Age=0.*HttpOnly.*Secure/);
    const anonymous = await ask('/@me');
    expect(anonymous.headers.get('set-cookie')).toBeNull();
  });

  test('a sentence in the own language when the API is away', async () => {
    vi.resetModules();
    vi.stubEnv('API_URL', 'http://127.0.0.1:1');
    const { forwardToApi } = await import('./api-proxy.ts');
    const answer = await forwardToApi(
      new Request('https://tally.example/api/tally/recent', { headers: { 'accept-language': 'ar' } }),
    );
    expect(answer.status).toBe(503);
    const body = (await answer.json()) as { error: string; code: string };
    expect(body.code).toBe('unavailable');
    expect(body.error).toMatch(/\p{Script=Arabic}/u);
  });
});

test('a link to a card reaches it, and so does the address of its video', async () => {
  const headers = { range: 'bytes=4-7', 'user-agent': 'Discordbot/2.0' };
  await forward(new Request('https://tally.example/e/media/clips/clip_1.mp4', { headers }));
  expect(api.seen.at(-1)).toMatchObject({ url: '/e/media/clips/clip_1.mp4', headers });
});

test('a signed address of a file reaches the API as it was signed', async () => {
  const address = '/files/vods/a%2Fb.mp4?expires=1&signature=x';
  await forward(new Request(`https://tally.example${address}`));
  expect(api.seen.at(-1)?.url).toBe(address);
});

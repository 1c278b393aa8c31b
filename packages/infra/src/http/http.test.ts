import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { silentLog, systemClock, UpstreamError } from '@tally/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import { createHttp, type HttpCall, type HttpOptions, type HttpRunner } from './index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let seen: IncomingMessage[] = [];
const server = createServer((request, response) => {
  seen.push(request);
  answer(request, response);
});
let base: string;
let http: HttpRunner;
let metrics: Metrics;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open();
});
afterEach(() => {
  seen = [];
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(over: Partial<HttpOptions> = {}): HttpRunner {
  metrics = createMetrics({ withProcess: false });
  http = createHttp({ clock: systemClock, log: silentLog, metrics, allowedHosts: [], ...over });
  return http;
}
const call = (over: Partial<HttpCall> = {}): HttpCall => ({
  world: 'kick',
  url: `${base}/x`,
  timeoutMs: 2_000,
  ...over,
});
const failure = async (promise: Promise<unknown>): Promise<UpstreamError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UpstreamError)) throw new Error('an UpstreamError was expected', { cause: error });
  return error;
};
const say =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

describe('asking', () => {
  test('returns validated JSON, and sends the request as intended', async () => {
    let body = '';
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => response.end('{"name":"xqc","extra":1}'));
    };
    const reply = await http.json(
      call({ method: 'POST', query: { a: 'b c', ids: ['1', '2'], no: undefined }, body: { json: { hi: true } } }),
      z.object({ name: z.string() }),
    );
    expect(reply).toMatchObject({ status: 200, data: { name: 'xqc' } });
    expect(seen[0]?.url).toBe('/x?a=b+c&ids=1&ids=2');
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(body).toBe('{"hi":true}');
  });

  test('packed answers are unpacked', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    expect((await http.text(call())).data).toBe('hello');
  });

  test('raw returns any status', async () => {
    answer = say(404, 'no');
    expect(await http.raw(call())).toMatchObject({ status: 404 });
  });
});

describe('errors', () => {
  test.each([
    [500, 'down'],
    [503, 'down'],
    [401, 'denied'],
    [403, 'denied'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'odd'],
    [302, 'odd'],
  ] as const)('%i is %s', async (status, kind) => {
    answer = say(status, '{"code":50001,"message":"secret text"}', { location: '/elsewhere' });
    const error = await failure(http.json(call(), z.unknown()));
    expect(error).toMatchObject({ kind, status, upstreamCode: 50_001, world: 'kick' });
    expect(error.message).not.toContain('secret text');
    expect(seen).toHaveLength(1);
  });

  test("Google's reason is found where Google puts it", async () => {
    const errors = [{ reason: 'quotaExceeded', domain: 'youtube.quota', message: 'secret text' }];
    answer = say(403, JSON.stringify({ error: { code: 403, message: 'secret text', errors } }));
    const error = await failure(http.json(call(), z.unknown()));
    expect(error).toMatchObject({ kind: 'denied', upstreamCode: 'quotaExceeded' });
  });

  test.each([
    ['3600', 3_600_000],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  ])('429 says how long: %s', async (after, ms) => {
    open();
    answer = say(429, '', { 'retry-after': after });
    const error = await failure(http.text(call()));
    expect(error.kind).toBe('limited');
    // The tolerance covers the time that the test takes between the header and the response.
    expect((error.retryAfterMs ?? 0) / ms).toBeCloseTo(1, 1);
    answer = say(200, 'ok');
    const again = await failure(http.text(call({ timeoutMs: 100 })));
    expect(again).toMatchObject({ kind: 'limited', status: undefined });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['0', 20_000],
    ['512', undefined],
  ])('429 names the second of its reset; with %s calls left it is about something else', async (left, ms) => {
    open();
    const reset = Math.floor(Date.now() / 1_000) + 20;
    answer = say(429, '', { 'ratelimit-remaining': left, 'ratelimit-reset': String(reset) });
    const error = await failure(http.text(call()));
    expect(error.kind).toBe('limited');
    const waits = error.retryAfterMs === undefined ? undefined : Math.ceil(error.retryAfterMs / 2_000) * 2_000;
    expect(waits).toBe(ms);
  });

  test('a body that is not the expected JSON is odd, and its values stay out of the message', async () => {
    open();
    answer = say(200, '<html>block page</html>');
    expect(await failure(http.json(call(), z.object({})))).toMatchObject({ kind: 'odd' });
    answer = say(200, '{"email":"anna@example.org"}');
    const error = await failure(http.json(call(), z.object({ email: z.number() })));
    expect(error.message).toContain('email');
    expect(error.message).not.toContain('anna');
  });

  test('an unreachable host is down', async () => {
    expect(await failure(http.text(call({ url: 'http://127.0.0.1:1/' })))).toMatchObject({ kind: 'down' });
  });

  test('a caller who aborts gets their own reason', async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const asked = http.text(call({ signal: controller.signal }));
    controller.abort(new Error('I left'));
    await expect(asked).rejects.toThrow('I left');
  });
});

describe('limits', () => {
  test('silence times out, and so does an answer that trickles', async () => {
    answer = () => undefined;
    expect(await failure(http.text(call({ timeoutMs: 50 })))).toMatchObject({ kind: 'down' });
    let timer: NodeJS.Timeout | undefined;
    answer = (_request, response) => {
      response.writeHead(200);
      timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    };
    const error = await failure(http.text(call({ timeoutMs: 80 })));
    expect(error.message).toContain('80 ms');
  });

  test('an answer that is too large is dropped, compressed or not', async () => {
    answer = say(200, 'x'.repeat(2_001));
    expect(await failure(http.text(call({ maxBytes: 2_000 })))).toMatchObject({ kind: 'odd' });
    answer = say(200, 'x'.repeat(2_000));
    expect((await http.text(call({ maxBytes: 2_000 }))).data).toHaveLength(2_000);
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
    expect((await failure(http.text(call({ maxBytes: 100_000 })))).message).toContain('100000');
  });

  test('redirects are followed only when asked, and never to another origin', async () => {
    answer = (request, response) =>
      request.url === '/x' ? say(302, '', { location: '/y' })(request, response) : say(200, 'there')(request, response);
    expect((await http.text(call({ maxRedirects: 1 }))).data).toBe('there');
    answer = say(302, '', { location: 'http://localhost:9/' });
    expect(await failure(http.text(call({ maxRedirects: 3 })))).toMatchObject({ kind: 'odd', status: 302 });
  });
});

describe('budgets', () => {
  test('makes no more parallel calls than the host allows', async () => {
    open({ budgets: { '127.0.0.1': { perSecond: 1_000, burst: 1_000, concurrent: 3 } } });
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    answer = (_request, response) => {
      running += 1;
      most = Math.max(most, running);
      release.push(() => {
        running -= 1;
        response.end('ok');
      });
    };
    const all = Promise.all(Array.from({ length: 9 }, () => http.text(call())));
    await vi.waitFor(() => expect(running).toBe(3), 30_000);
    expect(await metrics.text()).toMatch(/outgoing_calls_waiting\{host="127.0.0.1:\d+"\} 6/);
    for (let done = 0; done < 9; done += 1) {
      await vi.waitFor(() => expect(release.length).toBeGreaterThan(0), 30_000);
      release.shift()?.();
    }
    await all;
    expect(most).toBe(3);
  });

  test('anonymous callers get half of the places, and everyone else goes first', async () => {
    open({ budgets: { '127.0.0.1': { perSecond: 1_000, burst: 1_000, concurrent: 4 } } });
    const held: (() => void)[] = [];
    const paths: string[] = [];
    answer = (request, response) => {
      paths.push(request.url ?? '');
      held.push(() => response.end('ok'));
    };
    const flood = Array.from({ length: 60 }, () => http.forStrangers.text(call({ query: { by: 'stranger' } })));
    const outcomes = Promise.allSettled(flood);
    await vi.waitFor(() => expect(paths).toHaveLength(2), 30_000);
    const members = Array.from({ length: 3 }, () => http.text(call({ query: { by: 'member' } })));
    await vi.waitFor(() => expect(paths).toHaveLength(4), 30_000);
    held.shift()?.();
    await vi.waitFor(() => expect(paths).toHaveLength(5), 30_000);
    expect(paths.filter((path) => path.includes('member'))).toHaveLength(3);
    answer = say(200, 'ok');
    for (const end of held) end();
    await Promise.all(members);
    const refused = (await outcomes).filter((each) => each.status === 'rejected' && each.reason.kind === 'limited');
    expect(refused).toHaveLength(8);
  });

  test('keeps to the calls per second that a host allows, and refuses impatient callers', async () => {
    open({ budgets: { '127.0.0.1': { perSecond: 20, burst: 2, concurrent: 50 } } });
    answer = say(200, 'ok');
    const start = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => http.text(call())));
    expect(performance.now() - start).toBeGreaterThan(180);
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => http.text(call({ timeoutMs: 100 }))));
    const refused = results.filter((each) => each.status === 'rejected' && each.reason.kind === 'limited');
    expect(refused.length).toBeGreaterThan(20);
  });
});

describe('egress', () => {
  test.each(['https://discord.com/api', 'http://93.184.216.34/', 'http://[2606:4700::1]/', 'ftp://127.0.0.1/'])(
    'without a key nothing outside is called: %s',
    async (url) => {
      open();
      const error = await failure(http.text(call({ url })));
      expect(error.kind).toBe('denied');
      expect(error.message).toContain('does not allow');
      expect(await metrics.text()).toContain('outgoing_calls_refused_total{world="kick"} 1');
    },
  );

  test('a named host is tried', async () => {
    open({ allowedHosts: ['named.invalid', '*.below.invalid'] });
    expect(await failure(http.text(call({ url: 'https://named.invalid/' })))).toMatchObject({ kind: 'down' });
    expect(await failure(http.text(call({ url: 'https://a.below.invalid/' })))).toMatchObject({ kind: 'down' });
    expect(await failure(http.text(call({ url: 'https://below.invalid/' })))).toMatchObject({ kind: 'denied' });
    expect(await failure(http.text(call({ url: 'https://evilbelow.invalid/' })))).toMatchObject({ kind: 'denied' });
  });

  test('addresses of strangers are not fetched unless switched on', async () => {
    open();
    const asked = http.public({ url: 'https://93.184.216.34/a.png', types: ['image/png'], maxBytes: 10 });
    expect(await failure(asked)).toMatchObject({ kind: 'denied' });
  });
});

test('in safe mode nothing outside is changed, and questions are still asked', async () => {
  answer = say(200, '{}');
  const safe = open({ safeMode: { current: { reason: 'restored', since: new Date() } } });
  await expect(safe.text(call({ method: 'POST' }))).rejects.toMatchObject({ code: 'safeMode' });
  await expect(safe.text(call({ method: 'DELETE' }))).rejects.toMatchObject({ code: 'safeMode' });
  await safe.text(call());
  await safe.text(call({ method: 'POST', isQuestion: true }));
  expect(seen).toHaveLength(2);
});

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reply, standInApi } from './stand-in-api.ts';

let tracker: Awaited<ReturnType<typeof standInApi>>;
let tunnelReport: (request: Request) => Promise<Response>;
let dsn: string;

beforeAll(async () => {
  tracker = await standInApi((_request, response) =>
    reply(
      response,
      200,
      { id: 'secret answer' },
      { 'x-sentry-rate-limits': '60:error:organization', 'set-cookie': 'a=b' },
    ),
  );
  dsn = `${tracker.url.replace('http://', 'http://key@')}/42`;
  vi.stubEnv('SENTRY_DSN', dsn);
  vi.stubEnv('WEB_URL', 'https://tally.example');
  ({ tunnelReport } = await import('./tunnel.ts'));
});
beforeEach(() => {
  tracker.seen.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await tracker.close();
});

function report(to: string | undefined, origin = 'https://tally.example', body?: string): Request {
  const envelope = body ?? `${JSON.stringify({ dsn: to })}\n${JSON.stringify({ type: 'event' })}\n{"message":"x"}`;
  return new Request('https://tally.example/api/tunnel', {
    method: 'POST',
    headers: { origin, 'content-length': String(Buffer.byteLength(envelope)) },
    body: envelope,
  });
}

test('forwards a report to our own tracker, and returns almost nothing', async () => {
  const answer = await tunnelReport(report(dsn));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-sentry-rate-limits')).toBe('60:error:organization');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await answer.text()).toBe('');
  expect(tracker.seen.map((each) => each.url.split('?')[0])).toEqual(['/api/42/envelope/']);
});

test('reports go to no other host', async () => {
  const host = new URL(tracker.url).host;
  const others = [
    `http://key@${host}/43`,
    `http://other@${host}/42`,
    `http://key@127.0.0.1:1/42`,
    'https://key@example.com/42',
  ];
  const statuses = await Promise.all(others.map(async (other) => (await tunnelReport(report(other))).status));
  expect(statuses).toEqual(others.map(() => 403));
  expect((await tunnelReport(report(undefined))).status).toBe(400);
  expect((await tunnelReport(report(undefined, undefined, 'not an envelope'))).status).toBe(400);
  expect(tracker.seen).toEqual([]);
});

test('other sites may not use it', async () => {
  expect((await tunnelReport(report(dsn, 'https://evil.example'))).status).toBe(403);
  expect(tracker.seen).toEqual([]);
});

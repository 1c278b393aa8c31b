import { AppError, UpstreamError } from '@tally/kernel';
import { expect, test } from 'vitest';
import { as, type LogLine, recordingLog, sampleApi, serverId } from '../sample.ts';

test('encodes times, bits and unknown keys as the contract says', async () => {
  const app = await sampleApi({
    handlers: { mine: async () => ({ at: new Date(0), bits: 2n ** 60n, rate: 1, secret: 'x' }) },
  });
  const answer = await app.inject({ url: '/@me', headers: as('ada') });
  expect(answer.json()).toEqual({
    status: 200,
    data: { at: '1970-01-01T00:00:00.000Z', bits: '1152921504606846976', rate: 1 },
  });
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('serializes a frozen result once, and any other one every time', async () => {
  const lasting = Object.freeze({ at: new Date(0), bits: 1n, rate: 1 });
  const changing = { at: new Date(0), bits: 1n, rate: 1 };
  let result: { at: Date; bits: bigint; rate: number } = lasting;
  const app = await sampleApi({ handlers: { mine: async () => result } });
  const ask = async () => (await app.inject({ url: '/@me', headers: as('ada') })).json().data.rate;
  // Freezing is shallow, so changing a nested object shows that the text was kept.
  expect(await ask()).toBe(1);
  lasting.at.setTime(1000);
  const again = await app.inject({ url: '/@me', headers: as('ada') });
  expect(again.json().data.at).toBe('1970-01-01T00:00:00.000Z');
  result = changing;
  expect(await ask()).toBe(1);
  changing.rate = 2;
  expect(await ask()).toBe(2);
});

test('does not send an unchanged public answer twice', async () => {
  const app = await sampleApi();
  const first = await app.inject('/open');
  expect(first.headers['cache-control']).toContain('public');
  const again = await app.inject({ url: '/open', headers: { 'if-none-match': String(first.headers['etag']) } });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  const mine = await app.inject({ url: '/open', headers: as('ada') });
  expect(mine.headers['cache-control']).toBe('private, no-store');
});

test('streams a download with a name that every browser can read', async () => {
  const answer = await (await sampleApi()).inject('/download');
  expect(answer.body).toBe('zip');
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="emotes__.zip"; filename*=UTF-8''emotes%20%E2%98%83.zip`,
  );
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('sends a redirect, or its address with noRedirect', async () => {
  const app = await sampleApi();
  const away = await app.inject('/away');
  expect([away.statusCode, away.headers.location]).toEqual([302, 'https://files.example/vod.mp4']);
  expect((await app.inject('/away?noRedirect')).json()).toEqual({ status: 200, data: 'https://files.example/vod.mp4' });
});

test('events stream as they happen and end with their source', async () => {
  const answer = await (await sampleApi()).inject('/events');
  expect(answer.headers['content-type']).toContain('text/event-stream');
  expect(answer.body).toBe('retry: 2000\n\ndata: {"n":1}\n\ndata: {"n":2}\n\n');
});

const failing = async (error: unknown, headers: Record<string, string> = {}) => {
  const lines: LogLine[] = [];
  const fails = async () => {
    throw error;
  };
  const app = await sampleApi({ log: recordingLog(lines), handlers: { fails } });
  const answer = await app.inject({ url: '/fails?how=x', headers });
  return { answer, envelope: answer.json(), lines };
};

test('answers a bug with a 500 without details; the log has all of them', async () => {
  const { answer, envelope, lines } = await failing(new Error('select * from secrets'));
  expect(envelope).toEqual({
    status: 500,
    code: 'internal',
    error: 'Something went wrong on our side. It has been reported.',
    requestId: answer.headers['x-request-id'],
  });
  expect(answer.body).not.toMatch(/select|at .*\.ts/);
  const line = lines.find((each) => each.level === 'error');
  expect(line?.fields).toMatchObject({
    call: 'echo.fails',
    requestId: envelope.requestId,
    err: { message: 'select * from secrets' },
  });
});

test('treats a reply that does not fit its schema as our bug', async () => {
  const app = await sampleApi({ handlers: { mine: async () => ({ at: new Date(0), bits: 1n, rate: Number.NaN }) } });
  expect((await app.inject({ url: '/@me', headers: as('ada') })).json()).toMatchObject({
    status: 500,
    code: 'internal',
  });
});

test.each([
  [new UpstreamError({ world: 'discord', kind: 'down', message: 'x' }), 503, 'discordDown', undefined],
  [
    new UpstreamError({ world: 'discord', kind: 'limited', message: 'x', retryAfterMs: 1500 }),
    503,
    'discordLimited',
    '2',
  ],
  [new UpstreamError({ world: 'kick', kind: 'odd', message: 'x' }), 503, 'unavailable', undefined],
  [
    new UpstreamError({ world: 'tiktok', kind: 'limited', message: 'x', retryAfterMs: 1500 }),
    429,
    'strangersUsedUp',
    '2',
  ],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, 'unavailable', '5'],
  [new Error('query', { cause: new Error('Connection terminated unexpectedly') }), 503, 'unavailable', '5'],
  [new AppError('conflict'), 409, 'conflict', undefined],
  [new AppError('planLimit', { limit: 3 }), 403, 'planLimit', undefined],
  [new AppError('invalidFields', {}, ['a: b']), 400, 'invalidFields', undefined],
  // A value is missing from the text, but the refusal itself must not fail.
  [new AppError('premiumRequired'), 403, 'premiumRequired', undefined],
  ['a string', 500, 'internal', undefined],
  [undefined, 500, 'internal', undefined],
])('%s becomes %i %s', async (error, status, code, retryAfter) => {
  const { answer, envelope } = await failing(error);
  expect(envelope).toMatchObject({ status, code });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['retry-after']).toBe(retryAfter);
});

test('refuses in the language of the page, or in the saved one if the page sends none', async () => {
  const { envelope } = await failing(new AppError('notFound'), { 'accept-language': 'ar, en;q=0.5' });
  expect(envelope.error).toBe('هذا غير موجود.');
  const app = await sampleApi({
    handlers: { mine: async () => Promise.reject(new AppError('notFound')) },
    feature: {
      authenticate: async () => ({
        kind: 'user',
        userId: '100000000000000001' as never,
        sessionId: 's',
        flags: new Set(),
        locale: 'ar-SA',
      }),
    },
  });
  const errorIn = async (wanted: Record<string, string>) =>
    (await app.inject({ url: '/@me', headers: as('ada', wanted) })).json().error;
  expect(await errorIn({ 'accept-language': 'en' })).toBe('This does not exist.');
  expect(await errorIn({})).toBe('هذا غير موجود.');
  expect(await errorIn({ 'accept-language': '*' })).toBe('هذا غير موجود.');
  expect(await errorIn({ 'accept-language': 'xx' })).toBe('هذا غير موجود.');
});

test('uses one request id in answer and log, and replaces a malformed one', async () => {
  const kept = await failing(new Error('x'), { 'x-request-id': 'web-1234.abcd' });
  expect(kept.envelope.requestId).toBe('web-1234.abcd');
  const replaced = await failing(new Error('x'), { 'x-request-id': 'a b\tc' });
  expect(replaced.envelope.requestId).toMatch(/^[\w-]{8}-\w{4}$/);
});

test('no answer allows another origin', async () => {
  const app = await sampleApi();
  const origin = { origin: 'https://evil.example' };
  const answers = [
    await app.inject({ url: '/open', headers: origin }),
    await app.inject({
      method: 'OPTIONS',
      url: `/echo/${serverId}`,
      headers: { ...origin, 'access-control-request-method': 'POST' },
    }),
    await app.inject({ url: '/nowhere', headers: origin }),
  ];
  for (const answer of answers) {
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect(answers[1]?.json()).toMatchObject({ status: 404, code: 'methodNotAllowed' });
  expect(answers[2]?.json()).toMatchObject({ status: 404, code: 'unknownCall' });
});

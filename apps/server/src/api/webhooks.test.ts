import { AppError, type Webhook } from '@tally/kernel';
import { expect, test } from 'vitest';
import { type LogLine, recordingLog, sampleApi } from './sample.ts';

const hook = (own: Partial<Webhook> = {}): Webhook => ({
  name: 'kick',
  methods: ['POST'],
  receive: async (_ctx, { rawBody, headers }) => ({
    status: 200,
    body: `${headers['x-signature']} ${rawBody.toString('latin1')}`,
  }),
  ...own,
});
const push = async (webhook: Webhook, payload: string | Buffer, headers: Record<string, string> = {}) => {
  const app = await sampleApi({ feature: { webhooks: [webhook] }, env: { RATE_LIMIT_PER_MINUTE: '1' } });
  return await app.inject({ method: 'POST', url: '/webhooks/kick', payload, headers });
};

test('receives the exact bytes of any content type', async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x22]);
  for (const type of ['application/json', 'text/xml', 'application/x-www-form-urlencoded']) {
    const answer = await push(hook(), bytes, { 'content-type': type, 'x-signature': 's' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`s ${bytes.toString('latin1')}`);
  }
});

test('does not count them as calls', async () => {
  const app = await sampleApi({ feature: { webhooks: [hook()] }, env: { RATE_LIMIT_PER_MINUTE: '1' } });
  for (let n = 0; n < 5; n += 1)
    expect((await app.inject({ method: 'POST', url: '/webhooks/kick' })).statusCode).toBe(200);
});

test('makes the sender retry what could not be stored; a refusal is final', async () => {
  const away = await push(hook({ receive: async () => Promise.reject(new Error('anything')) }), '{}');
  expect(away.json()).toMatchObject({ status: 503, code: 'unavailable' });
  const refused = await push(hook({ receive: async () => Promise.reject(new AppError('notAllowed')) }), '{}');
  expect(refused.json()).toMatchObject({ status: 403 });
});

test('a push of more than 256 KB is not read', async () => {
  expect((await push(hook(), Buffer.alloc(262_144))).statusCode).toBe(200);
  const answer = await push(hook(), Buffer.alloc(262_145));
  expect(answer.json()).toMatchObject({ status: 413 });
});

test('stops reading a sender of many forged ones, but not others; the log has one line', async () => {
  let read = 0;
  const lines: LogLine[] = [];
  const clock = { now: () => new Date('2026-05-01T12:00:00Z') };
  const receive = async (_ctx: unknown, { rawBody }: { rawBody: Buffer }) => {
    read += 1;
    return rawBody.toString() === 'true' ? { status: 200 } : { status: 200, refused: 'no signature' };
  };
  const app = await sampleApi({ feature: { webhooks: [hook({ receive })] }, log: recordingLog(lines), clock });
  const send = async (ip: string, payload: string) =>
    (await app.inject({ method: 'POST', url: '/webhooks/kick', payload, headers: { 'x-forwarded-for': ip } }))
      .statusCode;
  const answers: number[] = [];
  for (let count = 0; count < 100; count += 1) answers.push(await send('203.0.113.5', 'false'));
  expect([answers.indexOf(429), read]).toEqual([30, 30]);
  expect([await send('203.0.113.5', 'true'), await send('203.0.113.6', 'true')]).toEqual([429, 200]);
  // This proxy does not forward the sender's address.
  for (let count = 0; count < 100; count += 1) await send('10.0.0.1', 'false');
  expect(await send('10.0.0.1', 'true')).toBe(200);
  expect(lines.filter(({ message }) => message.startsWith('a push'))).toEqual([
    {
      level: 'warn',
      fields: expect.objectContaining({ webhook: 'kick', reason: 'no signature' }),
      message: expect.any(String),
    },
  ]);
  expect((await app.inject('/metrics')).body).toMatch(/webhook_refusals_total\{[^}]*webhook="kick"[^}]*\} 130/);
});

test('accepts only the declared methods', async () => {
  const app = await sampleApi({
    feature: {
      webhooks: [
        hook({
          methods: ['GET', 'POST'],
          receive: async (_ctx, { method, query }) => ({ status: 200, body: `${method} ${query['hub.challenge']}` }),
        }),
      ],
    },
  });
  expect((await app.inject('/webhooks/kick?hub.challenge=abc&hub.challenge=no')).body).toBe('GET abc');
  expect((await app.inject({ method: 'PUT', url: '/webhooks/kick' })).json()).toMatchObject({ status: 404 });
  expect((await app.inject({ method: 'POST', url: '/webhooks/other' })).json()).toMatchObject({ status: 404 });
});

test('names are unique and plain', async () => {
  await expect(sampleApi({ feature: { webhooks: [hook(), hook()] } })).rejects.toThrow(/two webhooks/);
  await expect(sampleApi({ feature: { webhooks: [hook({ name: 'a/b' })] } })).rejects.toThrow(/may not be called/);
});

import { AppError, type Webhook } from '@tally/kernel';
import { expect, test } from 'vitest';
import { sampleApi } from './sample.ts';

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

test('the bytes arrive as they were sent, whatever they claim to be', async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x22]);
  for (const type of ['application/json', 'text/xml', 'application/x-www-form-urlencoded']) {
    const answer = await push(hook(), bytes, { 'content-type': type, 'x-signature': 's' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`s ${bytes.toString('latin1')}`);
  }
});

test('they are not counted as calls of somebody', async () => {
  const app = await sampleApi({ feature: { webhooks: [hook()] }, env: { RATE_LIMIT_PER_MINUTE: '1' } });
  for (let n = 0; n < 5; n += 1)
    expect((await app.inject({ method: 'POST', url: '/webhooks/kick' })).statusCode).toBe(200);
});

test('what could not be stored is asked for again; a refusal is final', async () => {
  const away = await push(hook({ receive: async () => Promise.reject(new Error('anything')) }), '{}');
  expect(away.json()).toMatchObject({ status: 503, code: 'unavailable' });
  const refused = await push(hook({ receive: async () => Promise.reject(new AppError('notAllowed')) }), '{}');
  expect(refused.json()).toMatchObject({ status: 403 });
});

test('a push of more than a megabyte is not read', async () => {
  const answer = await push(hook(), Buffer.alloc(1_048_577));
  expect(answer.json()).toMatchObject({ status: 413 });
});

test('only the methods that were asked for exist', async () => {
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

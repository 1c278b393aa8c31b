import { expect, test } from 'vitest';
import { isNear } from './health.ts';
import { as, sampleApi } from './sample.ts';

test('ready is red with its reasons, and recovers without help', async () => {
  let isAway = true;
  const database = {
    name: 'database',
    check: async () => {
      if (isAway) throw new Error('it does not answer');
    },
  };
  const app = await sampleApi({ options: { checks: [database, { name: 'queue', check: async () => {} }] } });
  const red = await app.inject('/ready');
  expect(red.statusCode).toBe(503);
  expect(red.json()).toMatchObject({ status: 503, code: 'unavailable', error: ['database: it does not answer'] });
  const fromAfar = await app.inject({ url: '/ready', remoteAddress: '203.0.113.7' });
  expect(fromAfar.json(), 'strangers learn names only').toMatchObject({ code: 'unavailable', error: ['database'] });
  expect((await app.inject('/health')).json(), 'the process itself is well').toEqual({
    status: 200,
    data: { up: true },
  });
  isAway = false;
  expect((await app.inject('/ready')).json()).toEqual({ status: 200, data: { database: 'ok', queue: 'ok' } });
});

test('a part that fails is named, and the process stays ready', async () => {
  const discord = { name: 'discord', isPart: true, check: () => Promise.reject(new Error('away')) };
  const app = await sampleApi({ options: { checks: [discord, { name: 'queue', check: async () => {} }] } });
  expect((await app.inject('/ready')).json()).toEqual({ status: 200, data: { discord: 'away', queue: 'ok' } });
  const fromAfar = await app.inject({ url: '/ready', remoteAddress: '203.0.113.7' });
  expect(fromAfar.json()).toMatchObject({ status: 200, data: { discord: 'failed' } });
});

test('a check that hangs counts as failed', async () => {
  const app = await sampleApi({
    options: { checks: [{ name: 'discord', withinMs: 5, check: () => new Promise(() => {}) }] },
  });
  expect((await app.inject('/ready')).json()).toMatchObject({
    status: 503,
    error: [expect.stringMatching(/^discord: no answer/)],
  });
});

test('metrics name calls and never addresses, and are for our own network', async () => {
  const app = await sampleApi();
  await app.inject({ url: '/@me', headers: as('ada') });
  await app.inject('/data/112233445566778899/errors');
  await app.inject('/wp-admin.php');
  const { body } = await app.inject('/metrics');
  expect(body).toMatch(/api_request_seconds_count\{call="echo.mine",status="200"\} 1/);
  expect(body).toMatch(/api_request_seconds_count\{call="echo.fixed",status="401"\} 1/);
  expect(body).toMatch(/call="unknown",status="404"/);
  expect(body).not.toMatch(/112233445566778899|wp-admin/);
  const seen = async (about: object) => (await app.inject({ url: '/metrics', ...about })).statusCode;
  expect(await seen({ remoteAddress: '203.0.113.7' })).toBe(404);
  expect(await seen({ remoteAddress: '172.18.0.5' })).toBe(200);
  // A proxy in a container may give every visitor an address of our network.
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await seen({ remoteAddress: '172.18.0.5', headers: { [name]: '172.18.0.1' } })).toBe(404);
});

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['::1', true],
  ['::ffff:192.168.0.4', true],
  ['fd00::1', true],
  ['8.8.8.8', false],
  ['::ffff:8.8.8.8', false],
  ['2001:db8::1', false],
])('%s is near: %s', (ip, expected) => {
  expect(isNear(ip)).toBe(expected);
});

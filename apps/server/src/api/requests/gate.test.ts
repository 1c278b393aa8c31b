import { AppError } from '@tally/kernel';
import { expect, test } from 'vitest';
import { as, people, sampleApi, sampleFeature, serverId } from '../sample.ts';

const status = async (url: string, headers: Record<string, string> = {}, env: Record<string, string> = {}) => {
  const app = await sampleApi({ env });
  return (await app.inject({ url, headers })).statusCode;
};

test('the token is read with and without the word Bearer, and an unknown one has expired', async () => {
  const app = await sampleApi();
  const ask = async (authorization: string) => (await app.inject({ url: '/@me', headers: { authorization } })).json();
  expect(await ask('Bearer ada')).toMatchObject({ status: 200 });
  expect(await ask('bearer   ada')).toMatchObject({ status: 200 });
  expect(await ask('ada')).toMatchObject({ status: 200 });
  expect(await ask('Bearer nobody')).toMatchObject({ status: 401, code: 'sessionExpired' });
  expect(await ask('Bearer two words')).toMatchObject({ status: 401, code: 'sessionExpired' });
  expect(await ask(`Bearer ${'x'.repeat(5000)}`)).toMatchObject({ status: 401, code: 'sessionExpired' });
  expect((await app.inject('/@me')).json()).toMatchObject({ status: 401, code: 'notLoggedIn' });
});

test('a public call works with an expired session', async () => {
  const app = await sampleApi();
  const answer = await app.inject({ url: '/open', headers: { authorization: 'Bearer gone' } });
  expect(answer.json()).toEqual({ status: 200, data: { caller: 'anonymous' } });
});

test.each([
  ['/doors/self/' + people.ada, { none: 401, ada: 200, sam: 200, dee: 200 }],
  ['/doors/self/' + people.sam, { none: 401, ada: 403, sam: 200, dee: 200 }],
  [`/doors/only/${people.ada}`, { none: 401, ada: 200, sam: 403, dee: 403 }],
  [`/doors/manager/${serverId}`, { none: 401, ada: 200, sam: 403, dee: 403 }],
  ['/doors/query', { none: 401, ada: 200, sam: 200, dee: 200 }],
  [`/doors/query?guildId=${serverId}`, { none: 401, ada: 200, sam: 403, dee: 403 }],
  ['/doors/staff', { none: 401, ada: 403, sam: 200, dee: 200 }],
  ['/doors/dev', { none: 401, ada: 403, sam: 403, dee: 200 }],
  // No feature of the sample handles the team's access words, so the gate refuses all callers.
  [`/doors/team/${people.ada}`, { none: 401, ada: 403, sam: 403, dee: 403 }],
  [`/doors/leader/${people.ada}`, { none: 401, ada: 403, sam: 403, dee: 403 }],
  // The call is not built, which callers without access must not learn.
  ['/doors/later', { none: 401, ada: 403, sam: 501, dee: 501 }],
] as const)('%s', async (url, expected) => {
  const found = {
    none: await status(url),
    ada: await status(url, as('ada')),
    sam: await status(url, as('sam')),
    dee: await status(url, as('dee')),
  };
  expect(found).toEqual(expected);
});

test('a premium flag is refused by name without a plan, and granted by the plan or by PLANS=unlimited', async () => {
  const url = `/doors/flag/${serverId}`;
  const app = await sampleApi();
  expect((await app.inject({ url, headers: as('ada') })).json()).toMatchObject({
    status: 403,
    code: 'premiumRequired',
    error: 'Custom Webhooks requires Premium Plus.',
  });
  expect(await status(url, as('ada'), { PLANS: 'unlimited' })).toBe(200);
  const paid = await sampleApi({ feature: { flags: async () => 1n << 16n } });
  expect((await paid.inject({ url, headers: as('ada') })).statusCode).toBe(200);
});

test('a malformed parameter is refused before access is checked', async () => {
  const app = await sampleApi();
  const answer = await app.inject({ url: '/doors/manager/not-an-id', headers: as('sam') });
  expect(answer.json()).toMatchObject({ status: 400, error: ['serverId: must be a Discord ID'] });
});

test('a caller without the right learns nothing about the body', async () => {
  const app = await sampleApi({
    feature: {
      access: {
        manager: async () => {
          throw new AppError('serverNotFound');
        },
      },
    },
  });
  const answer = await app.inject({ url: `/doors/query?guildId=${serverId}&limit=no`, headers: as('ada') });
  expect(answer.json()).toMatchObject({ status: 404, error: 'Guild not found' });
});

test('two features with the same access word are an error', async () => {
  const again = { ...sampleFeature([]), name: 'again' };
  await expect(sampleApi({ options: { features: [sampleFeature([]), again] } })).rejects.toThrow(/authenticate/);
  const { authenticate: _, ...access } = again;
  await expect(sampleApi({ options: { features: [sampleFeature([]), access] } })).rejects.toThrow(/manager/);
});

test('the right outcome does not depend on the order of the routes: a fixed word wins over a parameter', async () => {
  const app = await sampleApi();
  const at = async (path: string) => (await app.inject({ url: path, headers: as('ada') })).json();
  expect(await at(`/data/${serverId}/errors`)).toMatchObject({ data: 'fixed' });
  expect(await at(`/data/${serverId}/kick`)).toMatchObject({ data: 'kick' });
  expect(await at(`/data/${serverId}/a%2Fb/`)).toMatchObject({ data: 'a/b' });
});

import { UserId } from '@tally/contract/wire/ids';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError, call } from './call.ts';
import { newIntent } from './drafts/intent.ts';
import { lateHome } from './late-home.ts';

const account = lateHome(async () => (await import('@tally/contract/account/calls')).account);
const servers = lateHome(async () => (await import('@tally/contract/servers/calls')).servers);
const status = lateHome(async () => (await import('@tally/contract/status/calls')).status);

afterEach(() => vi.unstubAllGlobals());

function answering(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const failure = async (fallback: 'fetchUser' | 'fetchGuildInfo' = 'fetchUser'): Promise<CallError> => {
  const error: unknown = await call(status.recent, {}, { fallback }).catch((reason: unknown) => reason);
  if (!(error instanceof CallError)) throw new Error('the call should have failed');
  return error;
};

const json =
  (body: unknown, httpStatus = 200) =>
  () =>
    Response.json(body, { status: httpStatus });

test('hands back the data of a success', async () => {
  const fetch = answering(json({ status: 200, data: [{ type: 'live', message: 'xqc', createdAt: 1 }] }));
  await expect(call(status.recent, {}, { fallback: 'fetchStatus' })).resolves.toEqual([
    { type: 'live', message: 'xqc', createdAt: 1 },
  ]);
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/tally/recent');
});

test('puts path, query and body where they belong', async () => {
  const fetch = answering(json({ status: 200, data: {} }));
  await call(
    servers.getDiscordData,
    { params: { guildId: '112233445566778899' as never }, query: { types: ['channels', 'roles'], force: true } },
    { fallback: 'fetchGuildData' },
  );
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/tally/@me/guilds/112233445566778899?types=channels%2Croles&force=true');

  answering(json({ status: 200, data: 'done' }));
  const userId = UserId.parse('112233445566778899');
  const sent = answering(json({ status: 200, data: 'done' }));
  await call(
    account.updateUser,
    { params: { userId }, body: { notifications: { isRead: true } } },
    { fallback: 'updateUser' },
  );
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{"notifications":{"isRead":true}}' });
});

test('a call that is carried out once is sent with its intent, each try with the same, and no other call has a key', async () => {
  const giveaways = lateHome(async () => (await import('@tally/contract/giveaways/calls')).giveaways);
  const params = { guildId: '112233445566778899' as never, giveawayId: 'gw_1' };
  const intent = newIntent();
  const fetch = answering(json({ status: 200, data: 'done' }));
  for (let tries = 0; tries < 2; tries += 1)
    await call(giveaways.duplicateGiveaway, { params }, { fallback: 'changeGiveaway', intent });
  const connections = lateHome(async () => (await import('@tally/contract/connections/calls')).connections);
  await call(connections.getChatCode, { params: { platform: 'kick' } }, { fallback: 'connectPlatform' }).catch(
    () => undefined,
  );
  const keys = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
  expect(keys).toEqual([intent, intent, null]);
});

test('several errors are one sentence per line', async () => {
  answering(json({ status: 400, error: ['name: too long', 'color: not a colour'] }, 400));
  expect(await failure()).toMatchObject({ text: 'name: too long\ncolor: not a colour', status: 400, kind: 'refused' });
});

test('a single error is used as it is', async () => {
  answering(json({ status: 404, error: 'Guild not found', code: 'serverNotFound', requestId: 'r1' }, 404));
  expect(await failure()).toMatchObject({ text: 'Guild not found', code: 'serverNotFound', requestId: 'r1' });
});

test.each([
  ['an error of another kind', json({ status: 500, error: { odd: true } }, 500), 'refused'],
  ['an empty list of errors', json({ status: 400, error: [] }, 400), 'refused'],
  ['a status other than 200 in the envelope', json({ status: 503 }), 'refused'],
  ['success with a status other than 200', json({ status: 200, data: [] }, 201), 'refused'],
  ['an answer that is no JSON', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'badResponse'],
  ['an answer of another shape', json({ status: 200, data: [{ type: 'nonsense' }] }), 'badResponse'],
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'network'],
  ['an answer that takes too long', () => Promise.reject(new DOMException('', 'TimeoutError')), 'timeout'],
  ['a call that was given up', () => Promise.reject(new DOMException('', 'AbortError')), 'aborted'],
] as const)("%s leaves the caller's own text", async (_what, answer, kind) => {
  answering(answer);
  const error = await failure('fetchGuildInfo');
  expect(error.text).toBeUndefined();
  expect(error).toMatchObject({ kind, fallback: 'fetchGuildInfo' });
});

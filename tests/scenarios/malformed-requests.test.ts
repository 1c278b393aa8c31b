import { contract, listContract } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { seededRandom } from '@tally/tests/context';
import { workedMs } from '@tally/tests/effort';
import { type MalformedRequest, malformedRequest } from '@tally/tests/malformed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * H3: generates requests that are wrong in some place from the declarations. The API must refuse or answer each one
 * quickly, in its envelope, and without an internal error. The seed is fixed; FUZZ_SEED and FUZZ_COUNT configure the
 * nightly run.
 */
const count = Number(process.env['FUZZ_COUNT'] ?? 50);
const seed = Number(process.env['FUZZ_SEED'] ?? 7);
const SLOW_MS = 2000;

let api: TestApi;
let token: string | undefined;
beforeAll(async () => {
  // The test runs no jobs.
  api = await testApi({
    doors: { queue: { send: async () => 'job', sendMany: async () => {}, counts: async () => [] } as never },
  });
  await api.database.db.execute(sql`
    insert into servers (id, name, member_count, is_blacklisted, override_branding, version, joined_at)
    values (${nightCity}, 'Night City', 1, false, false, 1, now())`);
});
afterAll(() => api.close());

const named = { guildId: nightCity, guild: nightCity, serverId: nightCity, userId: demoUser };

// Excludes event streams, because they have no end to wait for.
const all = listContract().filter(({ endpoint }) => endpoint.answers !== 'events');
/** Sent last, because one of these requests deletes the server that the others use. */
const LAST = 'servers.removeServer';
const calls = [...all.filter(({ key }) => key !== LAST), ...all.filter(({ key }) => key === LAST)];

describe.each(calls)('$key', ({ key, endpoint }) => {
  it(`withstands ${count} malformed requests`, async () => {
    // Logs in the owner of the installation and of the server, who has all rights, because a request may have ended the
    // session.
    token = (await isLoggedIn()) ? token : await api.logIn(demoUser);
    const random = seededRandom(seed + Buffer.from(key).reduce((sum, byte) => sum * 31 + byte, 0));
    const bad: unknown[] = [];
    for (let n = 0; n < count; n += 1) {
      const request = malformedRequest(endpoint, random, named);
      const before = workedMs();
      const answer = await send(request, n % 5 === 4 ? undefined : token);
      const ms = workedMs() - before;
      if (isFine(answer) && ms < SLOW_MS) continue;
      bad.push({ ...request, payload: request.payload?.slice(0, 300), ms, answer: answer.text.slice(0, 300) });
    }
    expect(bad).toEqual([]);
  });
});

describe('a cursor that no page wrote', () => {
  const lists = listContract().filter(({ endpoint }) => endpoint.query && 'cursor' in endpoint.query.shape);
  const cursors = [
    'no such page',
    '8640000000000001 x',
    '1061152272000000_00000000-0000-0000-0000-000000000000',
    "1' or 1=1",
    '33658-01-01_100000000000000001',
    '9'.repeat(25),
    '١٢٣',
  ];

  beforeAll(async () => {
    await api.database.db.execute(sql`
      insert into giveaways (id, server_id, channel_id, state, settings, created_at)
      values ('gw_1', ${nightCity}, '1', 'running', '{}', now()) on conflict do nothing`);
  });

  it.each(lists)('is refused by $key in a sentence', async ({ endpoint }) => {
    token = (await isLoggedIn()) ? token : await api.logIn(demoUser);
    const params: Record<string, string> = { ...named, giveawayId: 'gw_1', platform: 'kick' };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
    const answers = [];
    for (const cursor of cursors) {
      const { json } = await api.request('GET', `${path}?cursor=${encodeURIComponent(cursor)}`, { token });
      answers.push([cursor, json.status, json.code, json.error]);
    }
    const sentence = 'This page of the list no longer exists. Load the list again from the start.';
    expect(answers).toEqual(cursors.map((cursor) => [cursor, 400, 'badCursor', sentence]));
  });
});

const isLoggedIn = async () =>
  token !== undefined && (await api.call(contract.session.check, {}, token)).status === 200;

const send = async (request: MalformedRequest, token: string | undefined) =>
  await api.request(request.method, request.path, { token, body: request.payload, headers: request.headers });

function isFine({ status, json, text, headers }: Awaited<ReturnType<TestApi['request']>>): boolean {
  if (status >= 500 && status !== 501) return false;
  // Detects a line of a stack trace, but not "at most 80" next to a time with seconds.
  if (/\bat [^\n]*\.[cm]?[jt]sx?:\d+:\d+|node_modules|select .* from/i.test(text)) return false;
  if (status === 304 || status === 302) return true;
  if (headers['content-disposition'] !== undefined) return status === 200;
  if (status === 200) return json?.status === 200 && 'data' in json;
  return json?.status === status && json.error !== undefined && json.code !== undefined && 'requestId' in json;
}

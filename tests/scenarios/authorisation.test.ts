import { type Access, contract, listContract, type UserFlag, userFlags } from '@tally/contract';
import { features } from '@tally/features/registry';
import { sql } from '@tally/infra/sql';
import { AppError } from '@tally/kernel';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { samplePath } from '@tally/tests/sample-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * H1: tests every call of the contract with every kind of caller. The access word alone decides the expected result. A
 * new word is a type error in `verdict` until its callers are listed.
 */
const kinds = [
  'anonymous',
  'expired',
  'other',
  'member',
  'elsewhere',
  'manager',
  'leader',
  'helper',
  'mate',
  'staff',
  'dev',
  'owner',
] as const;
type Kind = (typeof kinds)[number];

/** People of the simulated world. In the calls, the server is Night City and the person is Sable. */
const people: Readonly<Record<Exclude<Kind, 'anonymous'>, string>> = {
  owner: '200000000000000028',
  expired: '200000000000000009',
  other: '200000000000000027',
  member: '200000000000000003',
  /** Manages Harbour Speedruns and is an ordinary member of Night City. */
  elsewhere: '200000000000000006',
  manager: '200000000000000001',
  /** The team in the calls: its leader, a member with rights, and a member without rights. */
  leader: '200000000000000010',
  helper: '200000000000000011',
  mate: '200000000000000012',
  staff: '200000000000000020',
  dev: '200000000000000021',
};
const named = { userId: people.member, guildId: nightCity, guild: nightCity, serverId: nightCity, teamId: 'the-team' };

const crew: ReadonlySet<Kind> = new Set(['staff', 'dev', 'owner']);

function verdict(access: Access, kind: Kind): 'in' | 401 | 403 {
  if (access.who === 'anyone') return 'in';
  if (kind === 'anonymous' || kind === 'expired') return 401;
  switch (access.who) {
    case 'user':
      return 'in';
    case 'self':
      return kind === 'member' || (crew.has(kind) && !access.only) ? 'in' : 403;
    case 'helper':
      // No person here has a team, so only the owner may make this call. Staff cannot control the player either.
      return kind === 'member' ? 'in' : 403;
    case 'manager':
      return kind === 'manager' ? 'in' : 403;
    case 'team':
      return kind === 'leader' || kind === 'helper' || (kind === 'mate' && !access.bit) ? 'in' : 403;
    case 'team-leader':
      return kind === 'leader' ? 'in' : 403;
    case 'staff':
      return crew.has(kind) ? 'in' : 403;
    case 'dev':
      return kind === 'dev' || kind === 'owner' ? 'in' : 403;
  }
}

let api: TestApi;
const tokens = new Map<Kind, string>();

beforeAll(async () => {
  // The handler does nothing but report that the access check passed, so no call affects the next one.
  const handler = async () => {
    throw new AppError('alreadyExists');
  };
  const { logIn } = contract.session;
  api = await testApi({
    features: features.map((feature) => ({
      ...feature,
      routes: (feature.routes ?? []).map((route) => (route.endpoint === logIn ? route : { ...route, handler })),
    })),
  });
  await api.database.db.execute(sql`
    insert into servers (id, name, member_count, is_blacklisted, override_branding, version, joined_at)
    values (${nightCity}, 'Night City', 1, false, false, 1, now())`);
  // The first person to log in owns the installation.
  for (const kind of ['owner', ...kinds.filter((each) => each !== 'owner' && each !== 'anonymous')] as const) {
    tokens.set(kind, await api.logIn(people[kind]));
  }
  await api.database.db.execute(sql`
    insert into teams (id, leader_id, name, created_at) values (${named.teamId}, ${people.leader}, 'The team', now())`);
  await api.database.db.execute(sql`
    insert into team_members (team_id, user_id, bitfield, joined_at)
    values (${named.teamId}, ${people.helper}, 1, now()), (${named.teamId}, ${people.mate}, 0, now())`);
  await giveBadge(people.staff, 'Staff');
  await giveBadge(people.dev, 'Developer');
  await api.database.db.execute(sql`update sessions set expires_at = '2000-01-01' where user_id = ${people.expired}`);
  await api.ctx.cache.forgetPrefix('');
});
afterAll(() => api.close());

const giveBadge = async (userId: string, flag: UserFlag) =>
  await api.database.db.execute(sql`update users set badges = ${1 << userFlags[flag]} where id = ${userId}`);

describe.each(listContract())('$key', ({ endpoint }) => {
  it.each(kinds)('%s', async (kind) => {
    // Anyone may log in. This call has its own scenarios, and would create a session here.
    const path = samplePath(endpoint, named);
    const answer = await api.request(endpoint.method, path, { token: tokens.get(kind) });
    expect([outcomeOf(answer), answer.text]).toEqual([verdict(endpoint.access, kind), answer.text]);
  });
});

/** The request passed the access check: it ran, the call is not built, or another part was wrong. */
const throughCodes = new Set([
  'notBuilt',
  'alreadyExists',
  'invalidFields',
  'unsupportedMediaType',
  'premiumRequired',
  'loginFailed',
]);
const outcomeOf = ({ status, json }: Answer) => (throughCodes.has(json?.code ?? '') ? 'in' : status);

describe('a server that the bot is not in', () => {
  const ofServers = listContract().filter(({ endpoint }) => endpoint.access.who === 'manager');
  it.each(ofServers)('does not exist for $key, for any caller', async ({ endpoint }) => {
    const unknown = '801000000000009999';
    const path = samplePath(endpoint, { ...named, guildId: unknown, guild: unknown });
    const answer = await api.request(endpoint.method, path, { token: tokens.get('manager') });
    expect(answer.json).toMatchObject({ status: 404, code: 'serverNotFound' });
  });
});

import { listContract, tiers } from '@tally/contract';
import { features } from '@tally/features/registry';
import { sql } from '@tally/infra/sql';
import { demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { samplePath } from '@tally/tests/sample-request';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * H2: a client adds fields that it has no right to set, and they must change nothing. An ordinary manager tries this
 * with every call that has a body.
 */
const forbidden = {
  id: somebodyElse,
  userId: somebodyElse,
  guildId: '802000000000000000',
  serverId: '802000000000000000',
  isDev: true,
  isStaff: true,
  isBlacklisted: true,
  blacklisted: true,
  badges: '63',
  bitfield: '1125899906842623',
  overrideBranding: true,
  premium: { enabled: true, tier: tiers.ServerPremiumPlus },
  tier: tiers.ServerPremiumPlus,
  tierId: tiers.ServerPremiumPlus,
  oneServerPremium: nightCity,
  serverPremiumCooldown: null,
  votes: 1000,
  ownerId: demoUser,
  version: 99,
  leftAt: null,
  sessions: [],
  key: 'x',
  constructor: { prototype: { isDev: true } },
};
// Writes `__proto__` as JSON text, because an object literal would set the prototype.
const payload = `${JSON.stringify(forbidden).slice(0, -1)},"__proto__":{"isDev":true,"badges":"63"}}`;

const built = new Set(features.flatMap((feature) => (feature.routes ?? []).map((route) => route.endpoint)));
const bodied = listContract().filter(
  ({ endpoint }) => built.has(endpoint) && endpoint.method !== 'GET' && endpoint.access.who !== 'anyone',
);

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await testApi();
  // Another person logs in first, because the first one owns the installation.
  await api.logIn(demoUser);
  token = await api.logIn(somebodyElse);
  await api.database.db.execute(sql`
    insert into servers (id, name, member_count, is_blacklisted, override_branding, version, joined_at)
    values (${nightCity}, 'Night City', 1, false, false, 1, now()), ('802000000000000000', 'Harbour', 1, false, false, 1, now())`);
});
afterAll(() => api.close());

const privileged = async () => ({
  users: (await api.database.db.execute(sql`select id, badges, is_blacklisted from users order by id`)).rows,
  servers: (
    await api.database.db.execute(
      sql`select id, is_blacklisted, override_branding, owner_id, left_at, member_count from servers order by id`,
    )
  ).rows,
  plans: (
    await api.database.db.execute(sql`
      select (select count(*) from entitlements) as given, (select count(*) from server_premiums) as carried,
        (select count(*) from subscriptions) as bought, (select sum(cents) from plans) as prices`)
  ).rows,
  sessions: (await api.database.db.execute(sql`select user_id from sessions order by user_id`)).rows,
});

// These calls end a session, or delete a person or a server, with or without a body.
const ends = new Set([
  'session.logOut',
  'session.endOthers',
  'session.endSession',
  'account.deleteUser',
  'servers.removeServer',
]);

it.each(bodied.filter(({ key }) => !ends.has(key)))('$key takes none of them', async ({ endpoint }) => {
  const before = await privileged();
  const path = samplePath(endpoint, { guildId: nightCity, guild: nightCity, userId: somebodyElse });
  const answer = await api.request(endpoint.method, path, {
    token,
    body: payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBeLessThan(500);
  expect(await privileged()).toEqual(before);
  expect({}).not.toHaveProperty('isDev');
});

it('the list is not empty by mistake', () => expect(bodied.length).toBeGreaterThan(5));

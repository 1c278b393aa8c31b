import { readFile } from 'node:fs/promises';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { streamers } from '../streamers/index.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import {
  ann,
  calls,
  discord,
  home,
  isChange,
  live,
  member,
  owls,
  rolesOf,
  runRoles,
  startAnew,
  vip,
} from './__fixtures__/discord.ts';
import { liveRole } from './index.ts';
import { sawPresence } from './service/presence.ts';

const [onAir, removed] = ['5d2f1c1e-0000-4000-8000-000000000001', '5d2f1c1e-0000-4000-8000-000000000002'];
const session = '7d9f1c1e-0000-4000-8000-000000000077';
const claim = (number: number, roleId: string, source: string) =>
  `insert into live_role_claims values ('${home}', '${member(number)}', '${roleId}', '${source}', null, '${session}')`;
const holding = (number: number, roleId: string, about: object) => {
  const row = { server_id: home, user_id: member(number), role_id: roleId, is_wanted: true, has_it: true, ...about };
  return `insert into live_role_holdings (${Object.keys(row).join()}) values ('${Object.values(row).join("','")}')`;
};

/** The contents of the old tables before the migration. */
const before = [
  `insert into auto_live_roles values ('${home}', '${live}', null, now())`,
  `insert into status_roles values ('${home}', '${owls}', '{owls}', null, null, now())`,
  claim(1, live, 'autoLive'),
  holding(1, live, { reason: 'autoLive', is_ours: true }),
  // A manager gave this member the role, but the member is also live.
  claim(2, live, 'autoLive'),
  holding(2, live, { reason: 'autoLive', is_ours: false }),
  claim(3, owls, 'status'),
  holding(3, owls, { reason: 'status', about: 'owls', is_ours: true }),
  // Another feature found that the member already had the role.
  `insert into role_holdings (server_id, user_id, role_id, kind, reason, has_it)
   values ('${home}', '${member(3)}', '${owls}', 'live-role/linked', '', true)`,
  // This member's stream ended a moment ago.
  holding(4, live, { reason: 'autoLive', is_ours: true, is_wanted: false, settle_at: '2026-01-15' }),
  // We do not know whether this attempt succeeded.
  holding(5, live, { reason: 'autoLive', is_wanted: false, has_it: false, tries: 1, settle_at: '2026-01-15' }),
  // This member does not have the role yet.
  claim(6, live, 'linked'),
  holding(6, live, { reason: 'linked', has_it: false, settle_at: '2026-01-15' }),
  claim(7, vip, onAir),
  holding(7, vip, { reason: onAir, is_ours: true }),
  // The server no longer follows this streamer.
  claim(8, vip, removed),
  holding(8, vip, { reason: removed, is_ours: true }),
];
const had = [live, live, owls, live, live, null, vip, vip];

let world: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, streamers, liveRole];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 20 };
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
  startAnew();
  for (const [at, roleId] of had.entries()) if (roleId) rolesOf(member(at + 1)).add(roleId);
  await goLive();
  await world.db.execute('drop table auto_live_roles, status_roles, live_role_logs');
  const script = [
    ...(await statementsOf('0158_live_roles')),
    ...before,
    ...(await statementsOf('0201_live_role_claims')),
  ];
  for (const statement of script) await world.db.execute(statement);
});
afterAll(() => world.close());

async function statementsOf(name: string): Promise<string[]> {
  const script = await readFile(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8');
  const statements = script.replace(/--.*/g, '').split(';');
  return statements.filter((statement) => statement.trim() !== '');
}

/** Makes the streamer live, so their people have a role until the stream ends. */
async function goLive(): Promise<void> {
  const now = world.clock.now();
  const about = {
    serverId: home,
    platform: 'kick',
    channelId: '1',
    name: 'ada',
    addedAt: now,
    changedAt: now,
  } as const;
  const settings = { liveRoleId: vip, usersForLiveRole: [member(7)] };
  await insertStreamer(world.inside, { id: onAir, ...about, settings });
  await world.db.execute(
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
     values ('kick', '1', 'ada', 'Ada', 'https://kick.com/ada', now())`,
  );
  await world.db.execute(
    `insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
     values ('${session}', 'kick', '1', now(), now(), now(), 'https://kick.com/ada', '{}')`,
  );
}

async function changes(...jobs: readonly string[]): Promise<string[]> {
  calls.length = 0;
  for (const name of jobs) await runRoles(world.ctx(), name);
  return calls.filter(isChange).sort();
}

it('members keep our roles until the reason ends, and always keep their own', async () => {
  expect(await changes('carry-out')).toEqual([
    `give ${member(6)} ${live}`,
    `take ${member(4)} ${live}`,
    `take ${member(5)} ${live}`,
  ]);
  expect(await changes('compare', 'carry-out')).toEqual([`take ${member(8)} ${vip}`]);
  for (const number of [1, 2, 3])
    await sawPresence(world.ctx(), home, { userId: member(number), status: 'online', activities: [] });
  await world.db.execute(`update stream_sessions set ended_at = now()`);
  expect(await changes('compare', 'carry-out')).toEqual([
    `take ${member(1)} ${live}`,
    `take ${member(3)} ${owls}`,
    `take ${member(7)} ${vip}`,
  ]);
  expect(rolesOf(member(2)).has(live)).toBe(true);
});

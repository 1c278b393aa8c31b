import { randomUUID } from 'node:crypto';
import { sql } from '@tally/infra/sql';
import type { Channel, StreamSession } from '@tally/kernel';
import { asSession, findSession } from '@tally/pipeline/detection';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { streamers } from '../streamers/index.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { ann, discord, home, member, rolesOf, runRoles, startAnew, vip } from './__fixtures__/discord.ts';
import { liveRole } from './index.ts';

const channel: Channel = {
  platform: 'kick',
  id: '1',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: null,
  url: 'https://kick.com/ada',
};
const [former, next] = [randomUUID(), randomUUID()];
let world: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, streamers, liveRole];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 20 };
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
  startAnew();
  const now = world.clock.now();
  await insertStreamer(world.inside, {
    id: randomUUID(),
    serverId: home,
    platform: 'kick',
    channelId: channel.id,
    name: channel.name,
    settings: { liveRoleId: vip, usersForLiveRole: [member(1)], offlineGraceMinutes: 0 },
    addedAt: now,
    changedAt: now,
  });
  await world.db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
    values ('kick', ${channel.id}, ${channel.name}, ${channel.displayName}, ${channel.url}, ${now.toISOString()})`);
});
afterAll(() => world.close());

async function begin(id: string, longestGrace: number): Promise<StreamSession> {
  const now = world.clock.now().toISOString();
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details, longest_grace)
    values (${id}, 'kick', ${channel.id}, ${now}, ${now}, ${now}, ${channel.url}, '{}', ${longestGrace})`);
  return await read(id);
}
async function end(id: string, continuedBy: string | null): Promise<StreamSession> {
  const now = world.clock.now().toISOString();
  await world.db.execute(sql`
    update stream_sessions set ended_at = ${now}, grace_told = 0, continued_by = ${continuedBy} where id = ${id}`);
  return await read(id);
}
async function read(id: string): Promise<StreamSession> {
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}
const holds = async () => {
  await runRoles(world.ctx(), 'carry-out');
  return rolesOf(member(1)).has(vip);
};

it('the role stays with a stream that begins before the end of the previous one is reported, and goes with its own end', async () => {
  const tell = liveRole.platform;
  const one = await begin(former, 15);
  await tell?.(world.ctx(), { kind: 'live', session: one, channel });
  expect(await holds()).toBe(true);
  const over = await end(former, next);
  const other = await begin(next, 0);
  const part = { graces: [0], strand: [former, next] } as const;
  await tell?.(world.ctx(), { kind: 'live', session: other, channel, part });
  await tell?.(world.ctx(), { kind: 'end', grace: 0, session: over, channel, part: { ...part, strand: [former] } });
  expect(await holds()).toBe(true);
  await tell?.(world.ctx(), { kind: 'end', grace: 0, session: await end(next, null), channel, part });
  expect(await holds()).toBe(false);
});

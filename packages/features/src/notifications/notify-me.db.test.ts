import { randomUUID } from 'node:crypto';
import { RoleId, ServerId, UserId } from '@tally/contract';
import { minutes, UpstreamError } from '@tally/kernel';
import { runRoleJob, saveServerState } from '@tally/tests/roles';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import type { StreamerRow } from '../streamers/index.ts';
import { insertStreamer, updateStreamer } from '../streamers/store/streamers.ts';
import { notifications } from './index.ts';
import { togglePing } from './service/notify-me.ts';

const ann = UserId.parse('111111111111111111');
const home = ServerId.parse('800000000000000001');
const ping = RoleId.parse('920000000000000001');
const bots = RoleId.parse('920000000000000009');
const bot = '900000000000000001';
const role = (id: RoleId, position: number) =>
  ({ id, name: 'Role', position, permissions: 1n << 28n, isManaged: false, isMentionable: false, color: 0 }) as never;

/** The simulated Discord: the person's roles, the role's position, and whether Discord refuses. */
let held: Set<string>;
let position: number;
let refusal: UpstreamError | null;
const change = (turn: (roleId: string) => unknown) => async (about: { roleId: string }) => {
  if (refusal) throw refusal;
  turn(about.roleId);
};
const discord = {
  servers: {
    get: async () => ({ id: home, name: 'Home', ownerId: '1', roles: [role(ping, position), role(bots, 5)] }),
  },
  members: {
    get: async ({ userId }: { userId: string }) => ({
      user: { id: userId, username: 'ann', displayName: null, avatar: null, isBot: false },
      nick: null,
      roleIds: userId === bot ? [bots] : [...held],
      timedOutUntil: null,
    }),
    giveRole: change((roleId) => held.add(roleId)),
    takeRole: change((roleId) => held.delete(roleId)),
  },
};

let world: TestWorld;
let streamerId: string;
beforeAll(async () => {
  const features = [servers, errorLogs, notifications];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  [held, position, refusal] = [new Set(), 1, null];
  const seen = { name: 'Home', icon: null, banner: null, ownerId: '1', memberCount: 3 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
  await stateSaved();
  const now = world.clock.now();
  const settings: StreamerRow['settings'] = { pingRoleId: ping, showNotifyButton: true };
  const row = { id: randomUUID(), serverId: home, platform: 'kick', channelId: '1', name: 'ada' } as const;
  ({ id: streamerId } = await insertStreamer(world.inside, { ...row, settings, addedAt: now, changedAt: now }));
});

const stateSaved = async () =>
  await saveServerState(world.db, home, { roles: [role(ping, position), role(bots, 5)], botRoleIds: [bots] });
/** The text a person reads after pressing the button. */
async function press(): Promise<string | undefined> {
  const call = { serverId: home, userId: ann, roleIds: [...held], args: [streamerId] };
  const answer = await togglePing(world.ctx(), call as never);
  return 'payload' in answer ? answer.payload.content : undefined;
}
const later = async () => await runRoleJob(world.ctx(), 'carry-out', { serverId: home });
const failure = (kind: UpstreamError['kind'], upstreamCode?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode });

describe('the button under a message', () => {
  it('gives the ping role, removes it at the next press, and confirms each', async () => {
    expect(await press()).toBe('You will be pinged when ada goes live. Press again to stop.');
    expect([...held]).toEqual([ping]);
    expect(await press()).toBe('You will no longer be pinged for ada.');
    expect([...held]).toEqual([]);
    expect(await press()).toContain('You will be pinged');
    await later();
    expect([...held]).toEqual([ping]);
  });

  it('also removes a role that was given by hand', async () => {
    held.add(ping);
    expect(await press()).toContain('no longer be pinged');
    expect([...held]).toEqual([]);
  });

  it('explains what blocks it, and does nothing later without another press', async () => {
    position = 9;
    expect(await press()).toContain('The bot cannot give this role right now: ');
    position = 1;
    await world.ctx().cache.forgetPrefix('');
    refusal = failure('denied', 50_013);
    expect(await press()).toBe('Discord does not let the bot give this role. Please contact a manager of this server.');
    expect(await listTrouble(world.ctx(), home)).toMatchObject([{ reason: 'roleTooHigh' }]);
    refusal = null;
    await runRoleJob(world.ctx(), 'compare', { serverId: home });
    await later();
    expect([...held]).toEqual([]);
  });

  it.each(['limited', 'down'] as const)('announces a delay if Discord is %s, and then finishes', async (kind) => {
    refusal = failure(kind);
    expect(await press()).toContain('One moment: your role for ada changes');
    expect(await press()).toContain('One moment');
    refusal = null;
    await later();
    expect([...held]).toEqual([ping]);
  });

  it('waits for another process that works on the same person', async () => {
    await press();
    const busy = new Date(world.clock.now().getTime() + minutes(2)).toISOString();
    await world.db.execute(`
      insert into role_holdings (server_id, user_id, role_id, kind, reason, has_it, busy_until)
      values ('${home}', '${ann}', '${ping}', 'notifications/notify-me', '', true, '${busy}')`);
    expect(await press()).toContain('One moment');
    expect([...held]).toEqual([ping]);
    world.clock.move(minutes(2));
    await later();
    expect([...held]).toEqual([]);
  });

  it('no longer works if its owner removed it, or if it belongs to another server', async () => {
    await updateStreamer(world.inside, streamerId, { settings: { pingRoleId: ping } });
    expect(await press()).toBe('This button is no longer in use.');
    expect([...held]).toEqual([]);
  });
});

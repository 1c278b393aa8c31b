import { RoleId, ServerId, UserId } from '@tally/contract';
import { days, UpstreamError } from '@tally/kernel';
import { runRoleJob, saveServerState } from '@tally/tests/roles';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { updateServer } from '../settings/service/settings.ts';
import { linkedRoles } from './index.ts';
import { removeRule, saveRule } from './service/change.ts';
import { baseline, sawMember } from './service/events.ts';
import { saveLogChannel } from './store/rules.ts';

const ann = UserId.parse('111111111111111111');
const bot = '900000000000000001';
const home = ServerId.parse('800000000000000001');
const role = (number: number) => RoleId.parse(String(300000000000000000n + BigInt(number)));
const [a, b, c, high, bots] = [1, 2, 3, 4, 9].map(role) as [RoleId, RoleId, RoleId, RoleId, RoleId];

/** A simulated Discord: the members' roles, the calls it received, and the posts in the log channel. */
let held: Map<string, Set<string>>;
let calls: string[];
let posts: { nonce: string; payload: { embeds: { description: string }[]; allowed_mentions: unknown } }[];
const rolesOf = (userId: string): Set<string> => {
  const found = held.get(userId);
  if (!found) throw new UpstreamError({ world: 'discord', kind: 'gone', message: 'gone', upstreamCode: 10_007 });
  return found;
};
const asRole = (id: string, position: number) =>
  ({
    id,
    name: `role ${id.at(-1)}`,
    position,
    permissions: 1n << 28n,
    isManaged: false,
    isMentionable: false,
    color: 0,
  }) as never;
const asMember = (userId: string) => ({
  user: { id: userId, username: userId, displayName: null, isBot: false },
  nick: null,
  roleIds: userId === bot ? [bots] : [...rolesOf(userId)],
});
const change = (word: string, isGiven: boolean) => async (about: { userId: string; roleId: string }) => {
  calls.push(`${word} ${about.roleId.at(-1)}`);
  if (isGiven) rolesOf(about.userId).add(about.roleId);
  else rolesOf(about.userId).delete(about.roleId);
};
const discord = {
  servers: {
    channel: async () => ({ kind: 'text', parentId: null }),
    channels: async () => [],
    get: async () => ({
      id: home,
      name: 'Home',
      ownerId: ann,
      roles: [asRole(a, 1), asRole(b, 2), asRole(c, 3), asRole(high, 7), asRole(bots, 8)],
    }),
  },
  members: {
    get: async ({ userId }: { userId: string }) => asMember(userId),
    list: async () => [...held.keys()].map(asMember),
    giveRole: change('give', true),
    takeRole: change('take', false),
  },
  messages: { create: async (post: (typeof posts)[number]) => void posts.push(post) },
};

let world: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, linkedRoles];
  const env = { PLANS: 'unlimited', DISCORD_CLIENT_ID: bot };
  world = await testWorld({ features, env, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  held = new Map([
    [ann, new Set<string>()],
    ['222', new Set<string>()],
  ]);
  [calls, posts] = [[], []];
  await setBossTo(7);
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 20 };
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

/** Moves the role that may be above the bot's, as the gateway would report it. */
const setBossTo = async (position: number) =>
  await saveServerState(world.db, home, {
    roles: [asRole(a, 1), asRole(b, 2), asRole(c, 3), asRole(high, position), asRole(bots, 8)],
    botRoleIds: [bots],
  });

const save = async (body: Parameters<typeof saveRule>[2]['body']) => {
  await saveRule(world.ctx({ caller: person(ann) }), home, { body });
  await baseline(world.ctx(), home);
};
/** Reports the member's current roles, as Discord would, and carries out the changes. */
async function told(): Promise<string[]> {
  await sawMember(world.ctx(), home, { userId: ann, roleIds: [...rolesOf(ann)].map((id) => RoleId.parse(id)) });
  return await carriedOut();
}
async function carriedOut(): Promise<string[]> {
  calls = [];
  await runRoleJob(world.ctx(), 'carry-out', { serverId: home });
  return calls;
}
/** Compares all roles, as happens every ten minutes and after a change of a role. */
async function compared(): Promise<string[]> {
  await runRoleJob(world.ctx(), 'compare', { serverId: home });
  return await carriedOut();
}
const writeLog = async () => await runRoleJob(world.ctx(), 'write-log', { serverId: home, kind: 'linked-roles/rule' });
/** Replaces the call that gives a role, as long as `work` runs. */
async function whileGiving<T>(give: typeof discord.members.giveRole, work: () => Promise<T>): Promise<T> {
  const usual = discord.members.giveRole;
  discord.members.giveRole = give;
  try {
    return await work();
  } finally {
    discord.members.giveRole = usual;
  }
}

describe('rules', () => {
  it('give and take the roles that belong to an added or removed role', async () => {
    await save({ roleId: a, onAddRolesToAdd: [b], onAddRolesToRemove: [c], onRemoveRolesToRemove: [b] });
    for (const id of [a, c]) rolesOf(ann).add(id);
    expect(await told()).toEqual(['give 2', 'take 3']);
    expect(await told()).toEqual([]);
    rolesOf(ann).delete(a);
    expect(await told()).toEqual(['take 2']);
  });

  it('ignore members who had the role before', async () => {
    rolesOf(ann).add(a);
    await save({ roleId: a, onAddRolesToAdd: [b] });
    expect(await told()).toEqual([]);
  });

  it('in a circle end after some rounds', async () => {
    await save({ roleId: a, onAddRolesToAdd: [b], onRemoveRolesToRemove: [b] });
    await save({ roleId: b, onAddRolesToRemove: [a], onRemoveRolesToAdd: [a] });
    rolesOf(ann).add(a);
    const rounds: string[] = [];
    for (let round = 0; round < 10; round += 1) rounds.push(...(await told()));
    expect(rounds).toEqual(['give 2', 'take 1', 'take 2']);
  });

  it('in a circle end even if the end of an attempt was lost', async () => {
    await save({ roleId: a, onAddRolesToAdd: [b], onRemoveRolesToRemove: [b] });
    await save({ roleId: b, onAddRolesToRemove: [a], onRemoveRolesToAdd: [a] });
    rolesOf(ann).add(a);
    const give = discord.members.giveRole;
    const losing = async (about: { userId: string; roleId: string }) => {
      await give(about);
      throw new UpstreamError({ world: 'discord', kind: 'down', message: 'the reply was lost' });
    };
    const rounds = await whileGiving(losing, told);
    for (let round = 0; round < 10; round += 1) rounds.push(...(await told()));
    expect(rounds).toEqual(['give 2', 'take 1', 'take 2']);
  });

  it('are carried out in the order in which they are written', async () => {
    await save({ roleId: a, onAddRolesToAdd: [c, b], onAddRolesToRemove: [high] });
    for (const id of [a, high]) rolesOf(ann).add(id);
    expect(await told()).toEqual(['give 3', 'give 2', 'take 4']);
  });

  it('that contradict each other in turn end with the state of the last event', async () => {
    await save({ roleId: a, onAddRolesToAdd: [b], onRemoveRolesToRemove: [b] });
    rolesOf(ann).add(a);
    await sawMember(world.ctx(), home, { userId: ann, roleIds: [a] });
    await sawMember(world.ctx(), home, { userId: ann, roleIds: [b] });
    await sawMember(world.ctx(), home, { userId: ann, roleIds: [a] });
    expect(await carriedOut()).toEqual(['give 2']);
  });

  it('are logged without pings', async () => {
    await saveLogChannel(world.inside, home, '910000000000000001' as never);
    await save({ roleId: a, onAddRolesToAdd: [b] });
    rolesOf(ann).add(a);
    await told();
    await writeLog();
    await writeLog();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.payload).toMatchObject({
      embeds: [{ description: `<@${ann}> got <@&${b}> through a rule.` }],
      allowed_mentions: { parse: [], roles: [], users: [] },
    });
  });

  it('are in one log message each when several processes write the log at the same time', async () => {
    await saveLogChannel(world.inside, home, '910000000000000001' as never);
    await save({ roleId: a, onAddRolesToAdd: [b, c] });
    rolesOf(ann).add(a);
    await told();
    await Promise.all(Array.from({ length: 8 }, writeLog));
    // Discord ignores a second message with the same nonce.
    expect(new Set(posts.map(({ nonce }) => nonce)).size).toBe(1);
  });

  it('that the bot cannot apply are reported once, not tried, and applied after a fix', async () => {
    await save({ roleId: a, onAddRolesToAdd: [high] });
    await setBossTo(20);
    rolesOf(ann).add(a);
    expect(await told()).toEqual([]);
    expect(await compared()).toEqual([]);
    expect((await listTrouble(world.ctx(), home)).map(({ reason, count }) => [reason, count])).toEqual([
      ['roleTooHigh', 1],
    ]);
    await setBossTo(7);
    expect(await compared()).toEqual(['give 4']);
  });

  it('expire if they are not fixed within a day', async () => {
    await save({ roleId: a, onAddRolesToAdd: [high] });
    await setBossTo(20);
    rolesOf(ann).add(a);
    await told();
    world.clock.move(days(1));
    await runRoleJob(world.ctx(), 'sweep');
    await setBossTo(7);
    expect(await compared()).toEqual([]);
  });

  it.each([
    ['removed', async () => await removeRule(world.ctx({ caller: person(ann) }), home, { roleId: a })],
    ['changed', async () => await save({ roleId: a, onAddRolesToAdd: [b], onAddRolesToRemove: [high] })],
    [
      'left out of the settings',
      async () => await updateServer(world.ctx({ caller: person(ann) }), home, { linkedRoles: [] }),
    ],
  ])('that are %s ask for nothing any more', async (_word, change) => {
    await save({ roleId: a, onAddRolesToAdd: [high, b] });
    await setBossTo(20);
    rolesOf(ann).add(a);
    expect(await told()).toEqual(['give 2']);
    await setBossTo(7);
    await change();
    expect(await compared()).toEqual([]);
  });

  it('that Discord refuses for an unknown reason are reported with the role’s name', async () => {
    await save({ roleId: a, onAddRolesToAdd: [high] });
    const refusing = async () => {
      throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', status: 403, upstreamCode: 50_013 });
    };
    rolesOf(ann).add(a);
    expect(await whileGiving(refusing, told)).toEqual([]);
    expect((await listTrouble(world.ctx(), home)).map(({ message }) => message)).toEqual([
      `The role role ${high.at(-1)} is not below the bot’s role, so the bot cannot give or take it.`,
    ]);
  });

  it('about a member who left end silently', async () => {
    await save({ roleId: a, onAddRolesToAdd: [b] });
    rolesOf(ann).add(a);
    await sawMember(world.ctx(), home, { userId: ann, roleIds: [a] });
    held.delete(ann);
    expect(await carriedOut()).toEqual([]);
    expect(await listTrouble(world.ctx(), home)).toEqual([]);
    held.set(ann, new Set());
    expect(await compared()).toEqual([]);
  });

  it('that contradict themselves are not saved', async () => {
    await expect(save({ roleId: a, onAddRolesToAdd: [a] })).rejects.toMatchObject({ code: 'invalidFields' });
    await expect(save({ roleId: a, onAddRolesToAdd: [b], onAddRolesToRemove: [b] })).rejects.toMatchObject({
      code: 'invalidFields',
    });
    await expect(save({ roleId: a })).rejects.toMatchObject({ code: 'invalidFields' });
  });
});

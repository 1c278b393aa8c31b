import { ALL_PERMISSIONS, Bit } from '../rules/permissions.ts';
import { addBot, makeChannel, makeGuild, makeMember, makeRole, makeUser } from '../state/make.ts';
import { clearState, type State } from '../state/state.ts';
import type { Guild, Member, Role, User } from '../state/types.ts';
import { APPLICATION_ID, DEMO_USER_ID, seedApplication } from './application.ts';
import type { KeyPair } from './keys.ts';
import { PEOPLE } from './people.ts';
import { SERVERS, type ServerPlan } from './servers.ts';

const KINDS: Record<string, number> = { '#': 0, '>': 2, '!': 5, '~': 15 };
const CATEGORY = 4;
const STAFF_NAMES = new Set(['Staff']);
const READ_ONLY_NAMES = new Set(['announcements', 'rules', 'race-news', 'new-exhibits', 'live-now']);
/** The bot cannot access this read-only channel, as an example of a missing permission. */
const BOT_FORGOTTEN = 'rules';

/** The permissions in the product bot's invite. */
export const BOT_PERMISSIONS = `${
  Bit.VIEW_CHANNEL |
  Bit.SEND_MESSAGES |
  Bit.EMBED_LINKS |
  Bit.ATTACH_FILES |
  Bit.READ_MESSAGE_HISTORY |
  Bit.ADD_REACTIONS |
  Bit.USE_EXTERNAL_EMOJIS |
  Bit.MENTION_EVERYONE |
  Bit.MANAGE_MESSAGES |
  Bit.MANAGE_ROLES |
  Bit.MANAGE_WEBHOOKS |
  Bit.MANAGE_CHANNELS |
  Bit.CREATE_PUBLIC_THREADS |
  Bit.SEND_MESSAGES_IN_THREADS |
  Bit.MANAGE_THREADS |
  Bit.CREATE_INSTANT_INVITE |
  Bit.MANAGE_GUILD_EXPRESSIONS |
  Bit.CREATE_GUILD_EXPRESSIONS |
  Bit.CHANGE_NICKNAME |
  Bit.MANAGE_NICKNAMES |
  Bit.PIN_MESSAGES
}`;

const PERMISSIONS = {
  admin: Bit.ADMINISTRATOR,
  manage:
    Bit.MANAGE_GUILD |
    Bit.MANAGE_CHANNELS |
    Bit.MANAGE_ROLES |
    Bit.MANAGE_MESSAGES |
    Bit.MANAGE_WEBHOOKS |
    Bit.KICK_MEMBERS,
  moderate: Bit.MANAGE_MESSAGES | Bit.KICK_MEMBERS | Bit.BAN_MEMBERS | Bit.MODERATE_MEMBERS | Bit.MANAGE_THREADS,
};

/** Empties and refills the state, with the same ids every time. */
export function seedState(state: State, seed: 'demo' | 'empty', keys: KeyPair): void {
  clearState(state);
  seedApplication(state, keys);
  if (seed === 'empty') return;
  const people = PEOPLE.map(([username, name], index) =>
    makeUser(state, {
      id: `${200000000000000001n + BigInt(index)}`,
      username,
      global_name: name,
      avatar: `a11ce${String(index).padStart(27, '0')}`,
      isDemo: index < 3,
      status: (['online', 'idle', 'dnd', 'offline'] as const)[index % 4] ?? 'online',
    }),
  );
  for (const [index, plan] of SERVERS.entries()) seedServer(state, { plan, index, people });
}

function seedServer(state: State, given: { plan: ServerPlan; index: number; people: readonly User[] }): void {
  const { plan, index } = given;
  // Each server starts at a different place in the list of people, so their members overlap but differ.
  const people = given.people
    .map((_, at) => given.people[(at + index * 5) % given.people.length] as User)
    .slice(0, plan.people);
  const demo = state.users.get(DEMO_USER_ID) as User;
  const owner = plan.demoPerson === 'owner' ? demo : (people[0] as User);
  const guild = makeGuild(state, {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    icon: plan.icon,
    owner_id: owner.id,
    features: [...plan.features],
    premium_subscription_count: plan.boosts,
    premium_tier: plan.boosts >= 14 ? 3 : plan.boosts >= 7 ? 2 : plan.boosts >= 2 ? 1 : 0,
  });
  const roles = seedRoles(guild, plan);
  seedChannels(state, guild, plan);
  const joined = (days: number) => ({ joined_at: new Date(Date.UTC(2025, 0, 1 + index * 30 + days)).toISOString() });
  const demoMember = makeMember(state, guild, demo, joined(0));
  if (plan.demoPerson === 'manager' && roles[0]) demoMember.roles.push(roles[0].id);
  for (const [at, person] of people.entries()) giveRoles(makeMember(state, guild, person, joined(at + 1)), roles, at);
  const bot = state.users.get(APPLICATION_ID) as User;
  if (!plan.hasBot) return;
  addBot(state, {
    guild,
    user: bot,
    permissions: BOT_PERMISSIONS,
    roleId: botRoleId(plan),
    position: botPosition(plan),
  });
}

const botRoleId = (plan: ServerPlan): string => `${BigInt(plan.id) + 900n}`;

/** The bot is below the first role: it can assign ordinary roles, but one role is above it, as on most servers. */
const botPosition = (plan: ServerPlan): number => plan.roles.length;

function seedRoles(guild: Guild, plan: ServerPlan): Role[] {
  return plan.roles.map((role, index) =>
    makeRole(guild, {
      id: `${BigInt(guild.id) + 100n + BigInt(index)}`,
      name: role.name,
      color: role.color,
      hoist: role.hoist ?? false,
      mentionable: role.mentionable ?? false,
      position: plan.roles.length - index,
      permissions: `${role.permissions ? PERMISSIONS[role.permissions] : 0n}`,
    }),
  );
}

function giveRoles(member: Member, roles: readonly Role[], at: number): void {
  const [first, second] = roles;
  if (at === 0 && first) member.roles.push(first.id);
  if (at > 0 && at < 4 && second) member.roles.push(second.id);
  const other = roles[2 + (at % Math.max(1, roles.length - 2))];
  if (at >= 3 && at % 3 !== 0 && other) member.roles.push(other.id);
}

function seedChannels(state: State, guild: Guild, plan: ServerPlan): void {
  let parent: string | null = null;
  const staff = [...guild.roles.values()].filter(
    (role) => (BigInt(role.permissions) & ALL_PERMISSIONS & (PERMISSIONS.moderate | PERMISSIONS.admin)) !== 0n,
  );
  for (const [index, line] of plan.channels.entries()) {
    const kind = KINDS[line.charAt(0)];
    const name = kind === undefined ? line : line.slice(2);
    const isStaff = STAFF_NAMES.has(name);
    const channel = makeChannel(state, guild.id, {
      id: `${BigInt(guild.id) + 10_000n + BigInt(index)}`,
      name,
      type: kind ?? CATEGORY,
      position: index,
      parent_id: kind === undefined ? null : parent,
      ...(kind === 2 ? { bitrate: 64_000, user_limit: 0 } : {}),
      ...(kind === 15 ? { available_tags: [] } : {}),
    });
    if (isStaff) {
      channel.permission_overwrites.push({ id: guild.id, type: 0, allow: '0', deny: `${Bit.VIEW_CHANNEL}` });
      for (const role of staff)
        channel.permission_overwrites.push({ id: role.id, type: 0, allow: `${Bit.VIEW_CHANNEL}`, deny: '0' });
    }
    if (READ_ONLY_NAMES.has(name)) {
      channel.permission_overwrites.push({ id: guild.id, type: 0, allow: '0', deny: `${Bit.SEND_MESSAGES}` });
      const isLetIn = plan.hasBot && name !== BOT_FORGOTTEN;
      if (isLetIn)
        channel.permission_overwrites.push({ id: botRoleId(plan), type: 0, allow: `${Bit.SEND_MESSAGES}`, deny: '0' });
    }
    if (kind === undefined) parent = channel.id;
    // A new channel copies the overwrites of its category.
    else if (parent)
      channel.permission_overwrites.push(
        ...(state.channels.get(parent)?.permission_overwrites.map((own) => ({ ...own })) ?? []),
      );
    if (name === 'welcome' || name === 'arrivals') guild.system_channel_id = channel.id;
  }
}

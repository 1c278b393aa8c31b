import { RoleId, ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, UpstreamError } from '@tally/kernel';
import { roleJobs } from '@tally/pipeline/roles';

export const ann = '111111111111111111';
export const botId = '900000000000000001';
export const home = ServerId.parse('800000000000000001');
export const member = (number: number) => UserId.parse(String(200000000000000000n + BigInt(number)));
export const role = (number: number) => RoleId.parse(String(300000000000000000n + BigInt(number)));
export const [live, owls, vip, managed, high] = [1, 2, 3, 4, 5].map(role) as [RoleId, RoleId, RoleId, RoleId, RoleId];
export const room = '910000000000000001';

/** The messages that the simulated Discord received. */
interface Post {
  readonly payload: { readonly embeds: readonly { readonly description: string }[]; readonly allowed_mentions: unknown };
  readonly nonce: string;
}
export const there = new Map<string, Set<string>>();
export const calls: string[] = [];
export const posts: Post[] = [];
/** Sets how Discord answers every call from now on. */
export const fake: { refusal: UpstreamError | null; isLosingReplies: boolean } = {
  refusal: null,
  isLosingReplies: false,
};
export const failure = (kind: UpstreamError['kind'], upstreamCode?: number, retryAfterMs?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode, retryAfterMs });
export const rolesOf = (userId: string): Set<string> => {
  const found = there.get(userId);
  if (!found) throw failure('gone', 10_007);
  return found;
};
const change = (isGiven: boolean) => async (about: { userId: string; roleId: string }) => {
  calls.push(`${isGiven ? 'give' : 'take'} ${about.userId} ${about.roleId}`);
  if (fake.refusal) throw fake.refusal;
  const roles = rolesOf(about.userId);
  if (isGiven) roles.add(about.roleId);
  else roles.delete(about.roleId);
  if (fake.isLosingReplies) throw failure('down');
};
const asMember = (userId: string) => ({
  user: { id: userId, username: `user ${userId}`, displayName: null, avatar: null, isBot: false },
  nick: null,
  roleIds: [...rolesOf(userId)],
  timedOutUntil: null,
});
const facts = { isManaged: false, isMentionable: false, color: 0, permissions: 0n };
const discordRoles = [
  {
    ...facts,
    id: home as string,
    name: '@everyone',
    position: 0,
    permissions: (1n << 28n) | (1n << 10n) | (1n << 11n),
  },
  ...[live, owls, vip].map((id, at) => ({ ...facts, id, name: `role ${at}`, position: at + 1 })),
  { ...facts, id: managed, name: 'booster', position: 5, isManaged: true },
  { ...facts, id: role(9), name: 'the bot', position: 8 },
  { ...facts, id: high, name: 'boss', position: 9 },
];
export const discord = {
  servers: {
    get: async () => ({ id: home, name: 'Home', ownerId: ann, roles: discordRoles, emojis: [], boostLevel: 0 }),
    channels: async () => [{ id: room, name: 'log', kind: 'text', parentId: null, position: 0, overwrites: [] }],
  },
  members: {
    get: async ({ userId }: { userId: string }) => {
      calls.push(`get ${userId}`);
      return userId === botId ? { ...asMember(botId), roleIds: [role(9)] } : asMember(userId);
    },
    list: async () => {
      calls.push('list');
      return [...there.keys()].map(asMember);
    },
    giveRole: change(true),
    takeRole: change(false),
  },
  messages: {
    create: async (post: Post) => {
      if (fake.refusal) throw fake.refusal;
      posts.push(post);
      return { id: '1' };
    },
  },
};

/** Resets to twenty members without a role and no calls. */
export function startAnew(): void {
  there.clear();
  for (const userId of [botId, ann]) there.set(userId, new Set());
  for (let number = 1; number <= 20; number += 1) there.set(member(number), new Set());
  calls.length = 0;
  posts.length = 0;
  Object.assign(fake, { refusal: null, isLosingReplies: false });
}

/** Returns the code and sentences of a refusal, or null. */
export const refusalOf = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );

/** Runs a due job about this server's roles. */
export async function runRoles(ctx: Ctx, name: string, data: object = {}): Promise<void> {
  const about = { jobId: 'x', attempt: 1, signal: new AbortController().signal };
  await roleJobs.find((job) => job.name === `roles/${name}`)?.run(ctx, { serverId: home, ...data } as never, about);
}

/** True for calls that give or take a role. */
export const isChange = (call: string): boolean => /^(give|take) /.test(call);

import type { ServerId, UserId } from '@tally/contract';
import { gather } from '@tally/infra/batch';
import type { Ctx } from '@tally/kernel';
import { replaceClaims } from '@tally/pipeline/roles';
import { claimsOf, fromPresence, isSame, type Presence, type PresenceClaim } from '../match.ts';
import { concernedServers, forgetKnown, type KnownServer, knownServer } from './rules.ts';

export interface Seen extends Presence {
  readonly userId: UserId;
}

/** Handles a presence. Nearly all of them change nothing, and those need no database query. */
export async function sawPresence(ctx: Ctx, serverId: ServerId, seen: Seen): Promise<void> {
  if ((await concernedServers(ctx)).has(serverId)) await takeNewest(ctx, { serverId, seen });
}

/** Handles a member's presences one at a time. Of several waiting ones, only the newest counts. */
const takeNewest = gather<{ readonly serverId: ServerId; readonly seen: Seen }>({
  name: 'live-role/presences',
  lineOf: ({ serverId, seen }) => `${serverId} ${seen.userId}`,
  keyOf: ({ seen }) => seen.userId,
  merge: (waiting, { serverId, seen }) => ({ serverId, seen: merged(waiting.seen, seen) }),
  async write(ctx, batch) {
    for (const { serverId, seen } of batch) await take(ctx, serverId, [seen]);
  },
});

/** Keeps the earlier value of a part that Discord did not send. */
const merged = (before: Seen, now: Seen): Seen => ({
  userId: now.userId,
  status: now.status ?? before.status,
  activities: now.activities ?? before.activities,
});

/** Handles the members that Discord lists after we connect, or in answer to a query. */
export async function sawMembers(
  ctx: Ctx,
  serverId: ServerId,
  told: { readonly presences: readonly Seen[]; readonly userIds: readonly UserId[] | 'all' | 'some' },
): Promise<void> {
  if (!(await concernedServers(ctx)).has(serverId)) return;
  // Another process may have handled this server until now, so our cache may be outdated.
  if (told.userIds === 'all') await forgetKnown(ctx, serverId);
  const { shown } = await knownServer(ctx, serverId);
  const visible = new Set(told.presences.map(({ userId }) => userId));
  const named = told.userIds === 'some' ? [] : told.userIds === 'all' ? [...shown.keys()] : told.userIds;
  const away = named.filter((userId) => !visible.has(userId) && shown.has(userId));
  const offline = away.map((userId) => ({ userId, status: 'offline', activities: [] }));
  await take(ctx, serverId, [...told.presences, ...offline]);
}

async function take(ctx: Ctx, serverId: ServerId, seen: readonly Seen[]): Promise<void> {
  const known = await knownServer(ctx, serverId);
  const changes = new Map<UserId, readonly PresenceClaim[]>();
  for (const each of seen) {
    const change = changeIn(known, each);
    if (change) changes.set(each.userId, change);
  }
  if (changes.size === 0) return;
  const claims = [...changes].flatMap(([userId, list]) =>
    list.map((claim) => ({ ...claim, serverId, userId, wish: 'held' as const })),
  );
  const about = { kinds: fromPresence, serverId, userIds: [...changes.keys()] };
  await ctx.db.transaction((tx) => replaceClaims(ctx, tx, about, claims));
  for (const [userId, list] of changes) {
    if (list.length > 0) known.shown.set(userId, list);
    else known.shown.delete(userId);
  }
}

/** Returns null if nothing has changed. */
function changeIn({ rules, shown }: KnownServer, seen: Seen): readonly PresenceClaim[] | null {
  const before = shown.get(seen.userId) ?? [];
  const now = claimsOf(rules, seen, before);
  return isSame(before, now) ? null : now;
}

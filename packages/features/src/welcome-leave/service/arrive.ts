import { hasFlag, type ServerId, type UserId } from '@tally/contract';
import type { GatewayEvents } from '@tally/discord/gateway';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes } from '@tally/kernel';
import { cleanLine } from '@tally/message/template';
import { countMember, planOf } from '../../servers/index.ts';
import { claimWaiting, insertArrival, insertLeaving, isWaiting } from '../store/arrivals.ts';
import { findSettings, listActiveServers } from '../store/settings.ts';
import type { Settings } from '../tables.ts';
import { type MemberMove, type Somebody, sayGoodbye, welcome } from './greet.ts';

type Member = GatewayEvents['memberJoined']['member'];
type User = NonNullable<Member['user']>;

export async function memberCame(ctx: Ctx, { serverId, member }: GatewayEvents['memberJoined']): Promise<void> {
  const settings = await findActive(ctx, serverId);
  const { user, joinedAt } = member;
  if (!settings || !user || !joinedAt || user.isBot) return;
  const hasToWait = settings.welcomeTrigger === 'screening' && member.isPending;
  await ctx.db.transaction(async (tx) => {
    const changedAt = ctx.clock.now();
    const state = hasToWait ? 'waiting' : 'here';
    if (!(await insertArrival(tx, { serverId, userId: user.id, joinedAt, state, changedAt }))) return;
    const memberCount = await countMember(tx, serverId, 1);
    if (state === 'here')
      await welcome(ctx, tx, settings, { serverId, ...somebody(user, member), joinedAt, memberCount });
  });
}

/** Receives every change of a member. Only members who have just accepted the rules matter. */
export async function memberChanged(ctx: Ctx, { serverId, member }: GatewayEvents['memberChanged']): Promise<void> {
  const { user } = member;
  if (!user || user.isBot || member.isPending) return;
  if (!(await active.list(ctx)).has(serverId) || !(await isWaiting(ctx.db, serverId, user.id))) return;
  const settings = await findActive(ctx, serverId);
  await ctx.db.transaction(async (tx) => {
    const arrival = await claimWaiting(tx, { serverId, userId: user.id, now: ctx.clock.now() });
    if (!arrival || !settings) return;
    const memberCount = await countMember(tx, serverId, 0);
    const who: MemberMove = { serverId, ...somebody(user, member), joinedAt: arrival.joinedAt, memberCount };
    await welcome(ctx, tx, settings, who);
  });
}

export async function memberLeft(ctx: Ctx, { serverId, user }: GatewayEvents['memberLeft']): Promise<void> {
  const settings = await findActive(ctx, serverId);
  if (!settings || user.isBot) return;
  await ctx.db.transaction(async (tx) => {
    const leaving = await insertLeaving(tx, { serverId, userId: user.id, now: ctx.clock.now() });
    if (!leaving) return;
    const memberCount = await countMember(tx, serverId, -1);
    // We did not greet a member who never accepted the rules, so we do not announce that they left.
    if (leaving.before === 'waiting') return;
    await sayGoodbye(ctx, tx, settings, { serverId, ...somebody(user), joinedAt: leaving.joinedAt, memberCount });
  });
}

function somebody(user: User, member?: Member): Somebody & { readonly userId: UserId } {
  // Discord stores names unchanged, but Postgres stores neither NUL nor lone surrogates.
  const name = cleanLine(member?.nick ?? user.displayName ?? '');
  return { userId: user.id, name: name || user.username, avatar: user.avatar };
}

/** Member events arrive all the time, so a server without a greeting must cost nothing. */
const active = knownSet<ServerId>('welcome-leave/active', minutes(1), (ctx) => listActiveServers(ctx.db));
export const { peek: peekActive, forget: forgetActive } = active;

/** Null if the server has nothing to do for this event. */
async function findActive(ctx: Ctx, serverId: ServerId): Promise<Settings | null> {
  const settings = (await active.list(ctx)).has(serverId) ? await findSettings(ctx.db, serverId) : null;
  if (!settings) return null;
  const { bitfield } = await planOf(ctx, serverId);
  return hasFlag(bitfield, 'WelcomeAndLeaveNotifications') ? settings : null;
}

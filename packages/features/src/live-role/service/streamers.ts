import { hasFlag, type RoleId, type ServerId, type UserId } from '@tally/contract';
import type { Ctx, Grace, StreamEvent } from '@tally/kernel';
import { listOpenSessions, listStreams } from '@tally/pipeline/detection';
import { type Claim, claimRoles, dropClaims, endClaims, listClaims, type NewClaim } from '@tally/pipeline/roles';
import { plansOf, type ServerPlan } from '../../servers/index.ts';
import { eachFollowerPage, type Follower, graceOf, listStreamersOf, pausedBy } from '../../streamers/index.ts';
import { kinds } from '../match.ts';

/** Returns a streamer's live role and its members, or null if the role is not in use. */
function wishOf(streamer: Follower, plan: ServerPlan): { roleId: RoleId; userIds: readonly UserId[] } | null {
  const { liveRoleId: roleId, usersForLiveRole: userIds } = streamer.settings;
  if (!roleId || !userIds?.length || !hasFlag(plan.bitfield, 'LiveRole')) return null;
  // The role does not depend on the channel for messages, so its problems do not pause the role.
  const { pauseReason } = streamer;
  const paused = pausedBy({
    settings: streamer.settings,
    pauseReason: pauseReason === 'planLimit' ? pauseReason : null,
  });
  return paused ? null : { roleId, userIds };
}

const claimsFor = (streamer: Follower, wish: NonNullable<ReturnType<typeof wishOf>>, sessionId: string): NewClaim[] =>
  [...new Set(wish.userIds)].map((userId) => ({
    serverId: streamer.serverId,
    userId,
    roleId: wish.roleId,
    kind: kinds.streamer,
    reason: streamer.id,
    wish: 'held',
    reference: sessionId,
  }));

/** Gives the role to a streamer's people when the stream starts, continues or returns. */
export async function streamIsOn(ctx: Ctx, { session, channel }: StreamEvent): Promise<void> {
  if (session.endedAt) return;
  for await (const followers of eachFollowerPage(ctx, channel)) {
    const plan = await plansOf(
      ctx,
      followers.map((each) => each.serverId),
    );
    const claims = followers.flatMap((streamer) => {
      const wish = wishOf(streamer, plan(streamer.serverId));
      return wish ? claimsFor(streamer, wish, session.id) : [];
    });
    if (claims.length > 0) await ctx.db.transaction((tx) => claimRoles(ctx, tx, claims));
  }
}

/** Removes the role in servers with this grace period. */
export async function streamIsOver(ctx: Ctx, about: StreamEvent & { readonly grace: Grace }): Promise<void> {
  // A new stream may have started before this event was handled.
  if (await isInGrace(ctx, about.session.id, about.grace)) return;
  for await (const followers of eachFollowerPage(ctx, about.channel)) {
    const withRole = followers.filter(({ settings }) => settings.liveRoleId);
    if (withRole.length === 0) continue;
    const plan = await plansOf(
      ctx,
      withRole.map((each) => each.serverId),
    );
    const over = withRole.filter((streamer) => graceOf(streamer, plan(streamer.serverId).graceCeiling) === about.grace);
    const reasons = over.map((streamer) => streamer.id);
    await ctx.db.transaction((tx) => dropClaims(ctx, tx, { kinds: [kinds.streamer], reasons }));
  }
}

/** Updates the claims to match the settings of a server's streamers. */
export async function reviseStreamers(ctx: Ctx, serverId: ServerId): Promise<void> {
  const claims = await listClaims(ctx.db, { kinds: [kinds.streamer], serverId });
  const streamers = await listStreamersOf(ctx.db, serverId);
  const plan = (await plansOf(ctx, [serverId]))(serverId);
  const wishes = streamers.flatMap((streamer) => {
    const wish = wishOf(streamer, plan);
    return wish ? [{ streamer, wish }] : [];
  });
  const onAir = await sessionsOf(
    ctx,
    wishes.map(({ streamer }) => streamer),
  );
  const wanted = wishes.flatMap(({ streamer, wish }) => {
    const sessionId = onAir.get(`${streamer.platform} ${streamer.channelId}`);
    return sessionId ? claimsFor(streamer, wish, sessionId) : [];
  });
  const over: Claim[] = [];
  for (const claim of claims) {
    const of = wishes.find(({ streamer }) => streamer.id === claim.reason);
    const isMeant = of?.wish.roleId === claim.roleId && of.wish.userIds.includes(claim.userId);
    if (wanted.some((each) => isSame(each, claim))) continue;
    if (isMeant && (await isInGrace(ctx, claim.reference, graceOf(of.streamer, plan.graceCeiling)))) continue;
    over.push(claim);
  }
  if (wanted.length + over.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await claimRoles(ctx, tx, wanted);
    await endClaims(ctx, tx, over);
  });
}

const isSame = (one: NewClaim, claim: Claim): boolean =>
  one.userId === claim.userId && one.roleId === claim.roleId && one.reason === claim.reason;

/** True if the streamer is live or within the grace period, even if another stream continues the session. */
export async function isInGrace(ctx: Ctx, sessionId: string | null, grace: Grace): Promise<boolean> {
  const [stream] = await listStreams(ctx.db, sessionId === null ? [] : [sessionId]);
  const session = stream?.strand.at(-1);
  if (!session || session.endedAt) return false;
  return session.graceTold === null || session.graceTold < grace;
}

async function sessionsOf(
  ctx: Ctx,
  streamers: readonly { platform: Follower['platform']; channelId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [platform, list] of Map.groupBy(streamers, (each) => each.platform)) {
    const ids = [...new Set(list.map((each) => each.channelId))];
    for (const session of await listOpenSessions(ctx.db, platform, ids))
      found.set(`${platform} ${session.channelId}`, session.id);
  }
  return found;
}

import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { DEFAULT_GRACE, listOpenSessions } from '@tally/pipeline/detection';
import { addClaims, dropClaim, followClaims, listClaimsFrom } from '../store/claims.ts';
import { pageWatchedLinks } from '../store/links.ts';
import type { Claim } from '../tables.ts';
import { claimsOf, isNeeded } from './linked.ts';
import { concernedServers } from './rules.ts';
import { settleAll } from './settle-all.ts';
import { isInGrace } from './streamers.ts';

const AT_ONCE = 500;

/**
 * Nobody tells us anew of a stream that runs already when its streamer links the account, comes into a server, or is
 * meant by a new rule. So whoever is linked is compared with who is on air.
 */
export async function reviseLinked(ctx: Ctx): Promise<void> {
  if ((await concernedServers(ctx)).size === 0 || !(await isNeeded(ctx))) return;
  let after = '';
  for (;;) {
    const page = await pageWatchedLinks(ctx.db, after, AT_ONCE);
    const channelIds = page.map(({ channelId }) => channelId);
    const onAir = new Map(
      (await listOpenSessions(ctx.db, 'twitch', channelIds)).map(({ channelId, id }) => [channelId, id]),
    );
    const known = Map.groupBy(
      await listClaimsFrom(
        ctx.db,
        'linked',
        page.map(({ userId }) => userId),
      ),
      (claim) => claim.userId,
    );
    for (const { userId, channelId } of page)
      await reviseOne(ctx, userId, { sessionId: onAir.get(channelId), claims: known.get(userId) ?? [] });
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.userId;
  }
}

type Place = Pick<Claim, 'serverId' | 'roleId'>;

async function reviseOne(
  ctx: Ctx,
  userId: UserId,
  { sessionId, claims }: { sessionId: string | undefined; claims: readonly Claim[] },
): Promise<void> {
  const wanted = sessionId ? await claimsOf(ctx, userId, sessionId) : [];
  const isIn = (list: readonly Place[], one: Place) =>
    list.some(({ serverId, roleId }) => serverId === one.serverId && roleId === one.roleId);
  const current = claims.filter((claim) => claim.sessionId === sessionId);
  const missing = wanted.filter((each) => !isIn(current, each));
  const gone: Claim[] = [];
  for (const claim of claims) {
    if (!isIn(wanted, claim) && !(await isInGrace(ctx, claim, DEFAULT_GRACE))) gone.push(claim);
  }
  if (missing.length === 0 && gone.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await addClaims(tx, missing);
    for (const claim of gone) await dropClaim(tx, claim);
    await followClaims(tx, [...missing, ...gone], ctx.clock.now());
    await settleAll(ctx, tx, [...missing, ...gone]);
  });
}

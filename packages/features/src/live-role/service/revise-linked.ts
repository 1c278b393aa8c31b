import type { UserId } from '@tally/contract';
import { type Ctx, DEFAULT_GRACE, defineJob } from '@tally/kernel';
import { listOpenSessions } from '@tally/pipeline/detection';
import { type Claim, claimRoles, endClaims, listClaims } from '@tally/pipeline/roles';
import { z } from 'zod';
import { kinds, LINKED_ON } from '../match.ts';
import { pageWatchedLinks } from '../store/links.ts';
import { claimsOf, isNeeded } from './linked.ts';
import { concernedServers } from './rules.ts';
import { isInGrace } from './streamers.ts';

export const reviseLinkedJob = defineJob({
  name: 'live-role/revise-linked',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await reviseLinked(ctx),
});

export async function reviseLinkedSoon(ctx: Ctx): Promise<void> {
  if (await isNeeded(ctx)) await ctx.queue.send(reviseLinkedJob, {}, { singletonKey: 'soon' });
}

const AT_ONCE = 500;

/**
 * Compares all linked people with the live channels. No event reports that a person who is already live links the
 * account, joins a server, or matches a new rule.
 */
export async function reviseLinked(ctx: Ctx): Promise<void> {
  if ((await concernedServers(ctx)).size === 0 || !(await isNeeded(ctx))) return;
  let after = '';
  for (;;) {
    const page = await pageWatchedLinks(ctx.db, after, AT_ONCE);
    const channelIds = page.map(({ channelId }) => channelId);
    const onAir = new Map(
      (await listOpenSessions(ctx.db, LINKED_ON, channelIds)).map(({ channelId, id }) => [channelId, id]),
    );
    const about = { kinds: [kinds.linked], userIds: page.map(({ userId }) => userId) };
    const known = Map.groupBy(await listClaims(ctx.db, about), (claim) => claim.userId);
    for (const { userId, channelId } of page)
      await reviseOne(ctx, userId, { sessionId: onAir.get(channelId), claims: known.get(userId) ?? [] });
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.userId;
  }
}

type RoleKey = Pick<Claim, 'serverId' | 'roleId'>;

async function reviseOne(
  ctx: Ctx,
  userId: UserId,
  { sessionId, claims }: { sessionId: string | undefined; claims: readonly Claim[] },
): Promise<void> {
  const wanted = sessionId ? await claimsOf(ctx, userId, sessionId) : [];
  const isIn = (list: readonly RoleKey[], one: RoleKey) =>
    list.some(({ serverId, roleId }) => serverId === one.serverId && roleId === one.roleId);
  const gone: Claim[] = [];
  for (const claim of claims) {
    if (!isIn(wanted, claim) && !(await isInGrace(ctx, claim.reference, DEFAULT_GRACE))) gone.push(claim);
  }
  if (wanted.length + gone.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await claimRoles(ctx, tx, wanted);
    await endClaims(ctx, tx, gone);
  });
}

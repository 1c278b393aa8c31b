import type { UserId } from '@tally/contract';
import { listRefusedIntents } from '@tally/discord/gateway';
import { AppError, type Ctx, DEFAULT_GRACE, type Grace, hours, type StreamEvent } from '@tally/kernel';
import { claimRoles, dropClaims, type NewClaim } from '@tally/pipeline/roles';
import { findOwner } from '../../connections/index.ts';
import { readServersOfUser, type UserServer } from '../../grants/index.ts';
import { kinds, LINKED_ON } from '../match.ts';
import { concernedServers, loadRules } from './rules.ts';
import { isInGrace } from './streamers.ts';

/** We ask Twitch only if Discord sends no presences, which are faster and more reliable. */
export const isNeeded = async (ctx: Ctx): Promise<boolean> =>
  (await listRefusedIntents(ctx.db)).includes('GuildPresences');

/** People rarely join servers, so we need not ask Discord for each stream. */
const SERVERS_BELIEVED_MS = hours(1);

/** Gives the role in every server that has such a role and in which the owner of the live account is a member. */
export async function linkedIsOn(ctx: Ctx, { session, channel }: StreamEvent): Promise<void> {
  if (channel.platform !== LINKED_ON || session.endedAt || !(await isNeeded(ctx))) return;
  const owner = await findOwner(ctx, LINKED_ON, channel.id);
  if (!owner) return;
  const claims = await claimsOf(ctx, owner.userId, session.id);
  await ctx.db.transaction((tx) => claimRoles(ctx, tx, claims));
}

export async function claimsOf(ctx: Ctx, userId: UserId, sessionId: string): Promise<NewClaim[]> {
  const concerned = await concernedServers(ctx);
  const theirs = await serversOf(ctx, userId);
  const isIn = new Set(theirs.map((each) => each.serverId));
  const claims: NewClaim[] = [];
  for (const serverId of concerned) {
    if (!isIn.has(serverId)) continue;
    const { autoLive } = await loadRules(ctx, serverId);
    const claim = { serverId, userId, kind: kinds.linked, wish: 'held', reference: sessionId } as const;
    claims.push(...autoLive.map(({ roleId }) => ({ ...claim, roleId })));
  }
  return claims;
}

/** If a person has logged out everywhere, we have no token to list their servers. */
async function serversOf(ctx: Ctx, userId: UserId): Promise<readonly UserServer[]> {
  try {
    return await readServersOfUser(ctx, userId, { maxAgeMs: SERVERS_BELIEVED_MS });
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

export async function linkedIsOver(
  ctx: Ctx,
  { session, channel, grace }: StreamEvent & { readonly grace: Grace },
): Promise<void> {
  if (channel.platform !== LINKED_ON || grace !== DEFAULT_GRACE) return;
  if (await isInGrace(ctx, session.id, grace)) return;
  const owner = await findOwner(ctx, LINKED_ON, channel.id);
  if (!owner) return;
  await ctx.db.transaction((tx) => dropClaims(ctx, tx, { kinds: [kinds.linked], userIds: [owner.userId] }));
}

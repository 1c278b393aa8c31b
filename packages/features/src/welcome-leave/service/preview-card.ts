import type { ServerId } from '@tally/contract';
import { type Ctx, requireUser, UpstreamError } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { listLooks } from '../../servers/index.ts';
import { drawFor } from './compose.ts';
import type { Happening } from './greet.ts';

/** Whoever asks, as if they came just now. Staff look after servers in which they are not members. */
export async function whoAsks(ctx: Ctx, serverId: ServerId): Promise<Happening> {
  const { userId } = requireUser(ctx);
  const [member, looks] = await Promise.all([findMember(ctx, serverId, userId), listLooks(ctx, [serverId])]);
  const { user, nick, joinedAt } = member ?? { user: null, nick: null, joinedAt: null };
  const known = user?.displayName ?? user?.username ?? (await listNames(ctx, [userId])).get(userId);
  return {
    serverId,
    userId,
    name: nick ?? known ?? userId,
    avatar: user?.avatar ?? null,
    joinedAt,
    memberCount: looks.get(serverId)?.memberCount ?? 0,
  };
}

async function findMember(ctx: Ctx, serverId: ServerId, userId: Happening['userId']) {
  try {
    return await ctx.discord.members.get({ serverId, userId });
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return null;
    throw error;
  }
}

/** The same picture that a message would carry. */
export async function previewCard(ctx: Ctx, serverId: ServerId, type: 'welcome' | 'leave'): Promise<string> {
  const bytes = await drawFor(ctx, serverId, { ...(await whoAsks(ctx, serverId)), type });
  return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
}

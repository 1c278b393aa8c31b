import type { ChannelId, MessageDraft, MessagePreview, ServerId } from '@tally/contract';
import { type Ctx, requireUser, UpstreamError } from '@tally/kernel';
import { seenAs } from '@tally/pipeline/delivery';
import { listNames } from '../../account/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { CARD } from '../render/message.ts';
import { findSettings } from '../store/settings.ts';
import { composeAll, drawFor } from './compose.ts';
import { type GreetingFacts, hasCard, type MemberMove } from './greet.ts';

/** Returns the caller as if they had just joined, because staff also help in servers that they have not joined. */
export async function callerAsMember(ctx: Ctx, serverId: ServerId): Promise<MemberMove> {
  const { userId } = requireUser(ctx);
  const [member, looks] = await Promise.all([findMember(ctx, serverId, userId), listSummaries(ctx, [serverId])]);
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

async function findMember(ctx: Ctx, serverId: ServerId, userId: MemberMove['userId']) {
  try {
    return await ctx.discord.members.get({ serverId, userId });
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return null;
    throw error;
  }
}

/** Draws the same image as in a message. */
export async function previewCard(ctx: Ctx, serverId: ServerId, type: 'welcome' | 'leave'): Promise<string> {
  return asDataUrl(await drawFor(ctx, serverId, { ...(await callerAsMember(ctx, serverId)), type }));
}

const asDataUrl = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

/** Renders the caller's greeting as it would be posted now, with its image. */
export async function preview(
  ctx: Ctx,
  serverId: ServerId,
  { type, draft }: { type: 'welcome' | 'leave'; draft: MessageDraft },
): Promise<MessagePreview> {
  const { facts } = await tryOut(ctx, serverId, { type, draft });
  const [greeting] = await composeAll(ctx, [{ serverId, draw: serverId, facts }]);
  const url = facts.hasCard ? asDataUrl(await drawFor(ctx, serverId, facts)) : null;
  return {
    payload: greeting ? { ...greeting.payload } : null,
    sender: await seenAs(ctx, serverId, greeting?.identity),
    shows: null,
    people: [{ id: facts.userId, name: facts.name }],
    files: url ? [{ name: CARD, url }] : [],
  };
}

/** Returns the settings for a test or preview: the saved ones, overridden by the draft. */
export async function tryOut(
  ctx: Ctx,
  serverId: ServerId,
  { type, draft }: { type: 'welcome' | 'leave'; draft: MessageDraft },
): Promise<{ channelId: ChannelId | null; joinedAt: Date | null; facts: GreetingFacts }> {
  const [{ serverId: _, joinedAt, ...who }, saved] = await Promise.all([
    callerAsMember(ctx, serverId),
    findSettings(ctx.db, serverId),
  ]);
  const { message, variants, welcomePing, cardBackground: background, cardPicture: picture } = draft;
  const channelId = type === 'welcome' ? draft.welcomeChannelId : draft.leaveChannelId;
  const card = type === 'welcome' ? draft.welcomeCard : draft.leaveCard;
  const savedChannelId = type === 'welcome' ? saved?.welcomeChannelId : saved?.leaveChannelId;
  return {
    channelId: (channelId === undefined ? savedChannelId : channelId) ?? null,
    joinedAt,
    facts: {
      ...who,
      type,
      joinedAt: joinedAt?.toISOString() ?? null,
      hasCard: card ?? (saved !== null && hasCard(saved, type)),
      isTest: true,
      draft: { message, variants, pings: welcomePing ?? undefined, background, picture },
    },
  };
}

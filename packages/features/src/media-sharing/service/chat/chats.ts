import type { MediaChatState, MediaRoom, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import {
  isRoomForChat,
  type LinkedAccount,
  listGrants,
  listLinkedAccounts,
  stateOfChat,
} from '../../../connections/index.ts';
import { type ChatPlatform, findChat } from '../../store/chats.ts';
import { searchesLeft } from '../request/search.ts';

type Chat = MediaRoom['chats']['kick'];

/** Returns whether we read and answer the owner's chats, or what is missing for that. */
export async function chatStatesOf(ctx: Ctx, ownerId: UserId): Promise<MediaRoom['chats']> {
  const accounts = await listLinkedAccounts(ctx, [ownerId], ['kick', 'twitch']);
  const of = async (platform: ChatPlatform) =>
    await chatOf(ctx, platform, { ownerId, account: accounts.find((each) => each.platform === platform) });
  const [kick, twitch] = await Promise.all([of('kick'), of('twitch')]);
  return { kick, twitch };
}

interface About {
  readonly ownerId: UserId;
  readonly account: LinkedAccount | undefined;
}

async function chatOf(ctx: Ctx, platform: ChatPlatform, about: About): Promise<Chat> {
  const missing = missingSetup(ctx, platform) ?? (about.account ? null : 'notLinked');
  const channel = about.account?.displayName ?? null;
  if (missing || !about.account) return { hears: missing ?? 'notLinked', answers: missing ?? 'notLinked', channel };
  const { account, ownerId } = { ...about, account: about.account };
  const hasGrant = !account.isGone && (await isGranted(ctx, platform, ownerId));
  const hears = await hearsThere(ctx, platform, { channelId: account.accountId, hasGrant });
  // If we cannot read without a permission, we cannot answer without it either.
  const mayAnswer = hasGrant && hears !== 'needsGrant';
  const answers = await answersThere(ctx, platform, { ownerId, mayAnswer });
  return { hears, answers, channel };
}

/** Returns what this installation lacks, such as pushes, without which we cannot read chats. */
function missingSetup(ctx: Ctx, platform: ChatPlatform): MediaChatState | null {
  if (!ctx.platforms.with('stream').has(platform)) return 'off';
  if (!ctx.platforms.with('chatWriting').has(platform)) return 'noBot';
  return ctx.platforms.with('chat').has(platform) ? null : 'off';
}

/** Returns whether the owner has allowed our bot in their chat. */
async function isGranted(ctx: Ctx, platform: ChatPlatform, ownerId: UserId): Promise<boolean> {
  const wanted = ctx.platforms.with('login').get(platform)?.chatScopes ?? [];
  const held = await listGrants(ctx, ownerId, platform);
  return wanted.every((scope) => held.includes(scope));
}

async function hearsThere(
  ctx: Ctx,
  platform: ChatPlatform,
  { channelId, hasGrant }: { readonly channelId: string; readonly hasGrant: boolean },
): Promise<MediaChatState> {
  const needsGrant = ctx.platforms.with('chat').get(platform)?.needsGrant ?? false;
  if (needsGrant && !hasGrant) return 'needsGrant';
  const state = await stateOfChat(ctx, platform, channelId);
  if (state === 'heard') return 'works';
  if (state === 'down') return 'platformDown';
  if (state === 'refused') return needsGrant ? 'needsGrant' : 'full';
  return (await isRoomForChat(ctx, platform, channelId)) ? 'waiting' : 'full';
}

async function answersThere(
  ctx: Ctx,
  platform: ChatPlatform,
  { ownerId, mayAnswer }: { readonly ownerId: UserId; readonly mayAnswer: boolean },
): Promise<MediaChatState> {
  if (!mayAnswer) return 'needsGrant';
  const trouble = (await findChat(ctx.db, { ownerId, platform }))?.trouble ?? null;
  if (trouble === 'denied') return 'needsGrant';
  return trouble === 'down' ? 'platformDown' : 'works';
}

export const searchesOf = async (
  ctx: Ctx,
  ownerId: UserId,
): Promise<Pick<MediaRoom, 'hasVideoKey' | 'searchesLeft'>> => ({
  hasVideoKey: ctx.platforms.with('media').has('youtube'),
  searchesLeft: await searchesLeft(ctx, ownerId),
});

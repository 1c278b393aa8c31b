import { ChannelId, type MessageDraft, MessageId, type MessagePreview, type ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { seenAs } from '@tally/pipeline/delivery';
import { findDiscordData, postNow, requirePostable } from '../../places/index.ts';
import { thresholdOf } from '../match.ts';
import { renderStarred } from '../render.ts';
import { orNull } from './candidate.ts';
import { OWNER, seenMessage, TEST } from './post.ts';

/** Renders the caller's own message as this board would post it. */
export async function preview(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<MessagePreview> {
  const payload = await example(ctx, serverId, draft);
  return { payload: { ...payload }, sender: await seenAs(ctx, serverId, null), shows: null, people: [], files: [] };
}

/** Posts the example, which is separate from the board's posts. */
export async function sendTest(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<string> {
  const channelId = draft.starboard?.channelId;
  const name = 'starboard.what';
  if (!channelId) throw new AppError('noChannelChosen', { name: say(ctx.locale, name) });
  await requirePostable(ctx, serverId, { field: 'starboard.channelId', id: channelId });
  const payload = await example(ctx, serverId, draft);
  const message = { owner: OWNER, serverId, subject: ctx.random.uuid(), kind: TEST, channelId, payload };
  return await postNow(ctx, message, { name, queued: 'starboard.testQueued', posted: 'starboard.testPosted' });
}

async function example(
  ctx: Ctx,
  serverId: ServerId,
  { starboard: { channelId, ...settings } = {} }: MessageDraft,
): Promise<MessagePayload> {
  const { userId } = requireUser(ctx);
  const [member, { channels = [] }] = await Promise.all([
    // Staff also help in servers that they have not joined, so the member may be missing.
    orNull(ctx.discord.members.get({ serverId, userId })),
    findDiscordData(ctx, serverId, { types: ['channels'], force: false }),
  ]);
  const origin = channels.find(({ id, type }) => type === 'text' && id !== channelId) ?? channels[0];
  const message = {
    ...noMessage,
    channelId: ChannelId.parse(origin?.id ?? channelId ?? serverId),
    postedAt: ctx.clock.now(),
    author: member?.user ?? null,
  };
  const { looks, signature } = await seenMessage(ctx, { serverId, message, bitfield: 0n });
  return renderStarred({
    locale: looks.locale,
    settings,
    serverId,
    message: { ...message, content: say(looks.locale, 'starboard.sample') },
    stars: thresholdOf(settings),
    hidesPictures: false,
    cdnUrl: ctx.config.discord.cdnUrl,
    signature,
  });
}

const noMessage: Omit<Message, 'channelId' | 'postedAt' | 'author'> = {
  id: MessageId.parse('100000000000000000'),
  nonce: null,
  webhookId: null,
  editedAt: null,
  content: '',
  embeds: [],
  attachments: [],
  stickers: [],
  reactions: [],
  repliesTo: null,
  isForward: false,
  isPoll: false,
  hasComponents: false,
  shown: { links: [], texts: [] },
  roleIds: [],
  isAnswer: false,
  applicationId: null,
};

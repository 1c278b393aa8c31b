import { ChannelId, type MessageDraft, MessageId, type MessagePreview, type ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { type Ctx, requireUser, say } from '@tally/kernel';
import { seenAs } from '@tally/pipeline/delivery';
import { findDiscordData } from '../../places/index.ts';
import { thresholdOf } from '../match.ts';
import { renderStarred } from '../render.ts';
import { orNull } from './candidate.ts';
import { seenMessage } from './post.ts';

/** A message of the caller, as this board would post it. */
export async function preview(
  ctx: Ctx,
  serverId: ServerId,
  { starboard: { channelId, ...settings } = {} }: MessageDraft,
): Promise<MessagePreview> {
  const { userId } = requireUser(ctx);
  const [member, { channels = [] }] = await Promise.all([
    // Staff help in servers in which they are not members.
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
  const payload = renderStarred({
    locale: looks.locale,
    settings,
    serverId,
    message: { ...message, content: say(looks.locale, 'starboard.sample') },
    stars: thresholdOf(settings),
    hidesPictures: false,
    cdnUrl: ctx.config.discord.cdnUrl,
    signature,
  });
  return { payload: { ...payload }, sender: await seenAs(ctx, serverId, null), shows: null, people: [], files: [] };
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
  applicationId: null,
};

import { z } from 'zod';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { chatPlatforms } from '../platforms/words.ts';
import { anyone } from '../wire/access.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';

export const ChatPlatform = z.enum(chatPlatforms);
export type ChatPlatform = z.infer<typeof ChatPlatform>;

const ChatLine = z.object({
  type: z.literal('line'),
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  displayName: z.string(),
  colour: z.string().nullable(),
  /** The sender's roles in the channel, as the platform names them. */
  badges: z.array(z.string()),
  /** The number of subscribed months. Absent if the platform does not count them. */
  subscribedMonths: z.number().int().optional(),
  /** Badges with their own image, such as Kick's level badge. */
  pictures: z.array(z.object({ title: z.string(), url: z.string() })).optional(),
  /** The sender's months so far. Set if the sender shares a renewal with the chat. */
  renewedMonths: z.number().int().optional(),
  text: z.string(),
  replyTo: z.string().nullable(),
  sentAt: z.iso.datetime(),
});

/** An event in a chat: a new line, or the removal of lines. */
export const ChatEvent = z
  .discriminatedUnion('type', [
    ChatLine,
    /** Removes all lines of one person. */
    z.object({ type: z.literal('banned'), userId: z.string() }),
    /** Removes one line. */
    z.object({ type: z.literal('removed'), id: z.string() }),
    /** Removes all lines. */
    z.object({ type: z.literal('cleared') }),
  ])
  .meta({ id: 'ChatEvent' });
export type ChatEvent = z.infer<typeof ChatEvent>;

export const ChatBadge = z
  .object({ set: z.string(), version: z.string(), title: z.string(), url: z.string() })
  .meta({ id: 'ChatBadge' });
export type ChatBadge = z.infer<typeof ChatBadge>;

/** Badges and emotes for drawing a chat. */
export const ChatDecor = z
  .object({
    channelId: z.string(),
    displayName: z.string(),
    /** The channel's own badges come first, then the global ones. */
    badges: z.array(ChatBadge),
    /** The bots in this chat, by their names in links. Lists only bots that the channel has declared. */
    bots: z.array(z.string()),
    /** True if we receive this chat, or if the browser reads it itself. */
    isHeard: z.boolean(),
  })
  .meta({ id: 'ChatDecor' });
export type ChatDecor = z.infer<typeof ChatDecor>;

export const ChatAvatar = z.object({ userId: z.string(), url: z.string() }).meta({ id: 'ChatAvatar' });
export type ChatAvatar = z.infer<typeof ChatAvatar>;

export const chatWidget = {
  listenToChat: endpoint({
    method: 'GET',
    path: '/data/chat/kick/{channel}',
    summary: 'New messages in a Kick chat, and messages to remove.',
    access: anyone,
    params: z.object({ channel: StreamerName }),
    reply: ChatEvent,
    answers: 'events',
  }),
  getChatDecor: endpoint({
    method: 'GET',
    path: '/data/chat/{platform}/{channel}/decor',
    summary: 'The badges, bots and owner of a chat.',
    access: anyone,
    params: z.object({ platform: ChatPlatform, channel: StreamerName }),
    reply: ChatDecor,
  }),
  listChatAvatars: endpoint({
    method: 'GET',
    path: '/data/chat/{platform}/{channel}/avatars',
    summary:
      'Pictures of people in a chat. People without a picture, or whose picture is not available right now, are left out.',
    access: anyone,
    params: z.object({ platform: ChatPlatform, channel: StreamerName }),
    /** The people's ids, separated by commas. */
    query: z.object({
      ids: z.string().regex(/^\d{1,20}(,\d{1,20}){0,49}$/, 'must be up to 50 ids, separated by commas'),
    }),
    reply: z.array(ChatAvatar),
  }),
} as const satisfies Home;

import { z } from 'zod';
import { anyone } from './access.ts';
import { endpoint, type Home } from './endpoint.ts';
import { StreamerName } from './streamer-settings.ts';

export const chatPlatforms = ['kick', 'twitch'] as const;
export const ChatPlatform = z.enum(chatPlatforms);
export type ChatPlatform = z.infer<typeof ChatPlatform>;

const ChatLine = z.object({
  type: z.literal('line'),
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  displayName: z.string(),
  colour: z.string().nullable(),
  /** What they are to the channel, in the platform's words. */
  badges: z.array(z.string()),
  text: z.string(),
  replyTo: z.string().nullable(),
  sentAt: z.iso.datetime(),
});

/** What happens in a chat: somebody writes, or what was written is to go. */
export const ChatEvent = z
  .discriminatedUnion('type', [
    ChatLine,
    /** All lines of one person. */
    z.object({ type: z.literal('banned'), userId: z.string() }),
  ])
  .meta({ id: 'ChatEvent' });
export type ChatEvent = z.infer<typeof ChatEvent>;

export const ChatBadge = z
  .object({ set: z.string(), version: z.string(), title: z.string(), url: z.string() })
  .meta({ id: 'ChatBadge' });
export type ChatBadge = z.infer<typeof ChatBadge>;

/** What a chat is drawn with. */
export const ChatDecor = z
  .object({
    channelId: z.string(),
    displayName: z.string(),
    /** The channel's own before those that all have. */
    badges: z.array(ChatBadge),
    /** Whether we can hear this chat; where the browser does so itself, always. */
    isHeard: z.boolean(),
  })
  .meta({ id: 'ChatDecor' });
export type ChatDecor = z.infer<typeof ChatDecor>;

export const chatWidget = {
  listenToChat: endpoint({
    method: 'GET',
    path: '/data/chat/kick/{channel}',
    summary: 'What is written in a chat of Kick, from now on, and who is banned from it.',
    access: anyone,
    params: z.object({ channel: StreamerName }),
    reply: ChatEvent,
    answers: 'events',
  }),
  getChatDecor: endpoint({
    method: 'GET',
    path: '/data/chat/{platform}/{channel}/decor',
    summary: 'The badges of a chat, and whose it is.',
    access: anyone,
    params: z.object({ platform: ChatPlatform, channel: StreamerName }),
    reply: ChatDecor,
  }),
} as const satisfies Home;

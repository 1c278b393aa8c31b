import type { ChannelId, MessageId, ServerId, UserId } from '@tally/contract';
import type { MessagePayload } from '@tally/message/discord';
import { z } from 'zod';
import { type FileToSend, nothing, type Send } from './call.ts';
import { Channel, Message, Posted, Searched, User } from './external/index.ts';

export interface Posting {
  readonly channelId: ChannelId;
  readonly payload: MessagePayload;
  /**
   * A nonce of at most 25 characters, derived from the delivery. For a few minutes Discord posts only once per nonce
   * and answers a repeat with the existing message.
   */
  readonly nonce?: string;
  readonly files?: readonly FileToSend[];
  readonly signal?: AbortSignal;
}

export interface At {
  readonly channelId: ChannelId;
  readonly messageId: MessageId;
}

const ATTACHED = 'attachment://';
const SHOWS_EMBEDS = 0;
const HIDES_EMBEDS = 1 << 2;

/**
 * Returns the whole message for an edit, because omitted parts would stay next to the new text. Only a file that an
 * embed still shows is kept. If a moderator has hidden the embeds and there is no other content, they are shown again.
 * https://docs.discord.com/developers/resources/message#edit-message
 */
export function replacing(payload: MessagePayload) {
  const isFileShown = payload.embeds?.some(({ image }) => image?.url.startsWith(ATTACHED)) === true;
  return {
    content: '',
    embeds: [],
    components: [],
    ...(isFileShown ? {} : { attachments: [] }),
    ...(payload.content ? {} : { flags: SHOWS_EMBEDS }),
    ...payload,
  };
}

export const messageCalls = (send: Send) => ({
  create: ({ channelId, payload, nonce, files, signal }: Posting) =>
    send({
      name: 'messages.create',
      method: 'POST',
      path: `/channels/${channelId}/messages`,
      body: {
        ...payload,
        ...(nonce === undefined ? {} : { nonce, enforce_nonce: true }),
      },
      ...(files ? { files } : {}),
      answer: Posted,
      signal,
    }),

  edit: ({ channelId, messageId, payload, signal }: At & { payload: MessagePayload; signal?: AbortSignal }) =>
    send({
      name: 'messages.edit',
      method: 'PATCH',
      path: `/channels/${channelId}/messages/${messageId}`,
      body: replacing(payload),
      answer: Message,
      innerDoor: `edit ${messageId}`,
      signal,
    }),

  /** Also hides embeds that Discord adds later. Works on any person's message and needs ManageMessages. */
  hideEmbeds: ({ channelId, messageId }: At) =>
    send({
      name: 'messages.hideEmbeds',
      method: 'PATCH',
      path: `/channels/${channelId}/messages/${messageId}`,
      body: { flags: HIDES_EMBEDS },
      answer: Message,
      innerDoor: `edit ${messageId}`,
    }),

  delete: ({ channelId, messageId }: At) =>
    send({
      name: 'messages.delete',
      method: 'DELETE',
      path: `/channels/${channelId}/messages/${messageId}`,
      answer: nothing,
    }),

  get: ({ channelId, messageId }: At) =>
    send({
      name: 'messages.get',
      method: 'GET',
      path: `/channels/${channelId}/messages/${messageId}`,
      answer: Message,
    }),

  /** Lists up to 100 messages, newest first. Returns an empty list without permission to read the history. */
  list: (about: { channelId: ChannelId; after?: MessageId; before?: MessageId; limit?: number }) =>
    send({
      name: 'messages.list',
      method: 'GET',
      path: `/channels/${about.channelId}/messages`,
      query: { after: about.after, before: about.before, limit: about.limit ?? 50 },
      answer: z.array(Message),
    }),

  /**
   * Finds up to 25 messages of bots and webhooks with links to these sites, newest first. Needs the intent
   * `MessageContent`. https://docs.discord.com/developers/resources/message#search-guild-messages
   */
  search: (about: {
    serverId: ServerId;
    hosts: readonly string[];
    channelIds?: readonly ChannelId[];
    before?: MessageId;
    offset?: number;
  }) =>
    send({
      name: 'messages.search',
      method: 'GET',
      path: `/guilds/${about.serverId}/messages/search`,
      query: {
        author_type: ['bot', 'webhook'],
        link_hostname: about.hosts,
        channel_id: about.channelIds,
        max_id: about.before,
        offset: about.offset,
        limit: 25,
      },
      answer: Searched,
    }),

  /** Discord allows about ten per hour and channel, and reveals the limit only when it refuses. */
  publish: ({ channelId, messageId }: At) =>
    send({
      name: 'messages.publish',
      method: 'POST',
      path: `/channels/${channelId}/messages/${messageId}/crosspost`,
      answer: Message,
      door: `publish ${channelId}`,
    }),

  /** Opens the only thread of a message. The thread has the message's id. */
  openThread: ({
    channelId,
    messageId,
    name,
    hideAfterMinutes = 1440,
  }: At & { name: string; hideAfterMinutes?: number }) =>
    send({
      name: 'messages.openThread',
      method: 'POST',
      path: `/channels/${channelId}/messages/${messageId}/threads`,
      body: { name, auto_archive_duration: hideAfterMinutes },
      answer: Channel,
    }),

  /** `emoji` is a Unicode emoji or `name:id`. */
  react: ({ channelId, messageId, emoji }: At & { emoji: string }) =>
    send({
      name: 'messages.react',
      method: 'PUT',
      path: `/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}/@me`,
      answer: nothing,
    }),

  /** Lists up to 100 people who reacted, sorted by id. `emoji` is as above. */
  reactors: (about: At & { emoji: string; after?: string; limit?: number }) =>
    send({
      name: 'messages.reactors',
      method: 'GET',
      path: `/channels/${about.channelId}/messages/${about.messageId}/reactions/${encodeURIComponent(about.emoji)}`,
      query: { after: about.after, limit: about.limit ?? 100 },
      answer: z.array(User),
    }),

  /** Returns the channel for direct messages to a person. */
  openDm: (userId: UserId) =>
    send({
      name: 'messages.openDm',
      method: 'POST',
      path: '/users/@me/channels',
      body: { recipient_id: userId },
      answer: Channel,
    }),
});

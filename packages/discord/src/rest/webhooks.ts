import type { ChannelId, MessageId } from '@tally/contract';
import type { MessagePayload } from '@tally/message/discord';
import { z } from 'zod';
import { type FileToSend, nothing, type Send } from './call.ts';
import { Message, Posted, Webhook } from './external/index.ts';
import { replacing } from './messages.ts';

export interface WebhookKey {
  readonly id: string;
  readonly token: string;
}

/**
 * Sends messages under another name and avatar. Webhooks have no nonce, so a lost reply cannot be retried safely. Every
 * send therefore waits for the message, and callers store its id.
 */
export const webhookCalls = (send: Send) => ({
  create: ({ channelId, name, reason }: { channelId: ChannelId; name: string; reason?: string }) =>
    send({
      name: 'webhooks.create',
      method: 'POST',
      path: `/channels/${channelId}/webhooks`,
      body: { name },
      answer: Webhook,
      reason,
    }),

  list: (channelId: ChannelId) =>
    send({ name: 'webhooks.list', method: 'GET', path: `/channels/${channelId}/webhooks`, answer: z.array(Webhook) }),

  execute: (about: {
    webhook: WebhookKey;
    payload: MessagePayload;
    username?: string | undefined;
    avatarUrl?: string | undefined;
    threadId?: ChannelId;
    files?: readonly FileToSend[];
    signal?: AbortSignal;
  }) =>
    send({
      name: 'webhooks.execute',
      method: 'POST',
      path: `/webhooks/${about.webhook.id}/${about.webhook.token}`,
      as: 'nobody',
      query: { wait: true, with_components: true, thread_id: about.threadId },
      body: { ...about.payload, username: about.username, avatar_url: about.avatarUrl },
      ...(about.files ? { files: about.files } : {}),
      answer: Posted,
      door: `webhook ${about.webhook.id}`,
      signal: about.signal,
    }),

  edit: (about: { webhook: WebhookKey; messageId: MessageId; payload: MessagePayload; threadId?: ChannelId }) =>
    send({
      name: 'webhooks.edit',
      method: 'PATCH',
      path: `/webhooks/${about.webhook.id}/${about.webhook.token}/messages/${about.messageId}`,
      as: 'nobody',
      query: { with_components: true, thread_id: about.threadId },
      body: replacing(about.payload),
      answer: Message,
      door: `webhook ${about.webhook.id}`,
      innerDoor: `edit ${about.messageId}`,
    }),

  deleteMessage: (about: { webhook: WebhookKey; messageId: MessageId; threadId?: ChannelId }) =>
    send({
      name: 'webhooks.deleteMessage',
      method: 'DELETE',
      path: `/webhooks/${about.webhook.id}/${about.webhook.token}/messages/${about.messageId}`,
      as: 'nobody',
      query: { thread_id: about.threadId },
      answer: nothing,
      door: `webhook ${about.webhook.id}`,
    }),

  delete: (webhook: WebhookKey) =>
    send({
      name: 'webhooks.delete',
      method: 'DELETE',
      path: `/webhooks/${webhook.id}/${webhook.token}`,
      as: 'nobody',
      answer: nothing,
    }),
});

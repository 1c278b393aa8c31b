import { ApiError } from '../../rules/errors.ts';
import type { ReferenceBody } from '../bodies.ts';
import { enterPlace, findMessage } from '../find.ts';
import type { BotCall } from '../route.ts';

const FORWARDABLE = new Set([0, 19, 20, 23]);

/**
 * Returns a copy that later edits do not change.
 * https://docs.discord.com/developers/resources/message#message-snapshot-object
 */
export function snapshotOf(call: BotCall, reference: ReferenceBody): readonly unknown[] {
  const source = enterPlace(
    { ...call, params: { channel: reference.channel_id ?? call.params.channel ?? '' } },
    'READ_MESSAGE_HISTORY',
  );
  const message = findMessage(source.channel, reference.message_id);
  if (!FORWARDABLE.has(message.type) || message.poll) throw new ApiError(50068);
  const isOwn = message.authorId === call.user.id || message.applicationId === call.application.id;
  // Since 2026-04-14, callers can no longer forward a message that they cannot read.
  const mayRead =
    isOwn || (call.application.privilegedIntents & (1 << 15)) !== 0 || message.mentionIds.includes(call.user.id);
  if (!mayRead) throw new ApiError(160014);
  return [
    {
      message: {
        type: message.type,
        content: message.content,
        embeds: message.embeds,
        attachments: message.attachments,
        components: message.components,
        timestamp: message.timestamp,
        edited_timestamp: message.edited_timestamp,
        flags: message.flags,
        mentions: [],
        mention_roles: message.mention_roles,
      },
    },
  ];
}

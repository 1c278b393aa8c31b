import { ApiError, formError } from '../../rules/errors.ts';
import { checkMessage } from '../../rules/message.ts';
import { timeOf } from '../../state/snowflake.ts';
import { isThread, type State } from '../../state/state.ts';
import type { Message } from '../../state/types.ts';
import { messageWire } from '../../state/wire.ts';
import { dispatchMessage, withoutContent } from '../../work/dispatch.ts';
import { createMessage, deleteMessages, editMessage } from '../../work/messages.ts';
import { saidBy } from '../../work/nonces.ts';
import { storeUploads } from '../../work/uploads.ts';
import type { MessageBody } from '../bodies.ts';
import { enterPlace, findMessage, has, need, type Place, readId, readLimit } from '../find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from '../route.ts';
import { HiddenLimit } from '../serve.ts';
import { mustBeOpen, mustNotBeLocked } from './archive.ts';
import { checkEditLimits } from './edit-limits.ts';
import { snapshotOf } from './forward.ts';

const TEXT_TYPES = new Set([0, 1, 2, 3, 5, 10, 11, 12, 13]);
const HOUR = 3_600_000;
const TWO_WEEKS = 14 * 24 * HOUR;
const CROSSPOSTS_PER_HOUR = { name: 'hidden:crosspost', limit: 10, windowMs: HOUR };

export const messageRoutes: readonly Route[] = [
  botRoute<MessageBody>(
    'POST /channels/:channel/messages',
    { body: 'MessageCreateRequest', limit: bucket('message-create', 5, 5), major: 'channel' },
    sendMessage,
  ),
  botRoute('GET /channels/:channel/messages', { limit: bucket('message-list', 10, 5), major: 'channel' }, listMessages),
  botRoute(
    'GET /channels/:channel/messages/:message',
    { limit: bucket('message-get', 10, 5), major: 'channel' },
    (call) => {
      const { channel } = enterPlace(call, 'READ_MESSAGE_HISTORY');
      return ok(readable(call, findMessage(channel, call.params.message)));
    },
  ),
  botRoute<MessageBody>(
    'PATCH /channels/:channel/messages/:message',
    { body: 'MessageEditRequestPartial', limit: bucket('message-edit', 5, 5), major: 'channel' },
    changeMessage,
  ),
  botRoute(
    'DELETE /channels/:channel/messages/:message',
    { limit: bucket('message-delete', 5, 1), major: 'channel' },
    (call) => {
      const { channel, permissions } = enterPlace(call);
      const message = findMessage(channel, call.params.message);
      if (message.authorId !== call.user.id) need(permissions, 'MANAGE_MESSAGES');
      deleteMessages(call.core, channel, [message.id]);
      return nothing;
    },
  ),
  botRoute<{ messages: string[] }>(
    'POST /channels/:channel/messages/bulk-delete',
    { body: { loose: true }, limit: bucket('message-bulk-delete', 1, 1), major: 'channel' },
    bulkDelete,
  ),
  botRoute(
    'POST /channels/:channel/messages/:message/crosspost',
    { limit: bucket('message-crosspost', 10, 10), major: 'channel', body: { loose: true } },
    crosspost,
  ),
];

async function sendMessage(call: BotCall<MessageBody>) {
  const { core, body, user } = call;
  const place = enterPlace(call);
  const { channel, permissions, guild } = place;
  if (!TEXT_TYPES.has(channel.type)) throw new ApiError(50008);
  need(permissions, isThread(channel) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES');
  mustNotBeLocked(channel, permissions);
  if (!guild && channel.recipients.some((id) => core.state.users.get(id)?.dmsClosed)) throw new ApiError(50007);
  if (call.uploads.length > 0) need(permissions, 'ATTACH_FILES');
  const forward = body.message_reference?.type === 1 ? snapshotOf(call, body.message_reference) : undefined;
  if (!forward) checkMessage(body, { hasFiles: call.uploads.length > 0 });
  const { nonce } = body;
  if (body.enforce_nonce && (nonce === undefined || nonce === null || nonce === '')) {
    throw formError('nonce', 'BASE_TYPE_REQUIRED', 'This field is required');
  }
  const said = nonce === undefined || nonce === null ? undefined : saidBy(user.id, { channelId: channel.id, nonce });
  const existing = body.enforce_nonce && said ? core.nonces.find(said) : undefined;
  const duplicate = existing === undefined ? undefined : channel.messages.get(existing);
  if (duplicate) return ok(messageWire(core.state, duplicate, user.id));

  const reference = referenceOf(core.state, place, body);
  const message = createMessage(core, {
    channel,
    authorId: user.id,
    draft: body,
    attachments: storeUploads(core, { channelId: channel.id, uploads: call.uploads, described: body.attachments }),
    mayMentionEveryone: has(permissions, 'MENTION_EVERYONE'),
    nonce: nonce ?? undefined,
    applicationId: undefined,
    reference,
    snapshots: forward,
  });
  if (said) core.nonces.remember(said, message.id);
  return ok(messageWire(core.state, message, user.id));
}

function referenceOf(state: State, place: Place, body: MessageBody): Message['reference'] {
  const given = body.message_reference;
  if (!given?.message_id) return undefined;
  const type = given.type ?? 0;
  // A forward names its source, which can be in another server.
  const source = (type === 1 && state.channels.get(given.channel_id ?? '')) || place.channel;
  const guild = source.guildId === undefined ? {} : { guild_id: source.guildId };
  if (type === 1) return { type, message_id: given.message_id, channel_id: source.id, ...guild };
  need(place.permissions, 'READ_MESSAGE_HISTORY');
  if (!place.channel.messages.has(given.message_id)) {
    if (given.fail_if_not_exists === false) return undefined;
    throw formError('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  return { type, message_id: given.message_id, channel_id: place.channel.id, ...guild };
}

/** Without MESSAGE_CONTENT, other people's messages are also empty over REST. */
export function readable(call: BotCall, message: Message): Record<string, unknown> {
  const wire = messageWire(call.core.state, message, call.user.id);
  const mayRead =
    message.guildId === undefined ||
    (call.application.privilegedIntents & (1 << 15)) !== 0 ||
    message.authorId === call.user.id ||
    message.applicationId === call.application.id ||
    message.mentionIds.includes(call.user.id);
  return mayRead ? wire : withoutContent(wire);
}

function listMessages(call: BotCall) {
  const { channel, permissions } = enterPlace(call);
  const limit = readLimit(call.query, { standard: 50, most: 100 });
  // Without permission to read history, the response is empty and not an error.
  if (!has(permissions, 'READ_MESSAGE_HISTORY')) return ok([]);
  const ids = channel.order.filter((id) => channel.messages.get(id)?.visibleTo === undefined);
  const chosen = window(ids, call.query, limit).toReversed();
  return ok(chosen.flatMap((id) => channel.messages.get(id) ?? []).map((message) => readable(call, message)));
}

const isBelow = (one: string, other: string): boolean => BigInt(one) < BigInt(other);

/** `before`, `after` and `around` exclude each other. Returns the oldest first. */
function window(ids: readonly string[], query: URLSearchParams, limit: number): readonly string[] {
  const [before, after, around] = ['before', 'after', 'around'].map((name) => readId(query, name));
  if (before) return ids.filter((id) => isBelow(id, before)).slice(-limit);
  if (after) return ids.filter((id) => isBelow(after, id)).slice(0, limit);
  if (around) {
    const at = ids.findIndex((id) => !isBelow(id, around));
    const start = Math.max(0, (at < 0 ? ids.length : at) - Math.floor(limit / 2));
    return ids.slice(start, start + limit);
  }
  return ids.slice(-limit);
}

function changeMessage(call: BotCall<MessageBody>) {
  const { core, body } = call;
  const { channel, permissions } = enterPlace(call);
  const message = findMessage(channel, call.params.message);
  if (message.authorId !== call.user.id || message.webhook) {
    const onlyFlags = Object.keys(body).every((key) => key === 'flags');
    if (!onlyFlags || !has(permissions, 'MANAGE_MESSAGES')) throw new ApiError(50005);
  }
  mustBeOpen(channel);
  checkEditLimits(core, message);
  const kept = body.attachments
    ? message.attachments.filter((file) => body.attachments?.some((given) => `${given.id}` === file.id))
    : message.attachments;
  const added = storeUploads(core, { channelId: channel.id, uploads: call.uploads, described: body.attachments });
  editMessage(core, message, {
    draft: body,
    attachments: body.attachments || added.length > 0 ? [...kept, ...added] : undefined,
    mayMentionEveryone: has(permissions, 'MENTION_EVERYONE'),
  });
  return ok(messageWire(core.state, message, call.user.id));
}

function bulkDelete(call: BotCall<{ messages: string[] }>) {
  const { channel } = enterPlace(call, 'MANAGE_MESSAGES');
  const given: readonly unknown[] = Array.isArray(call.body.messages) ? call.body.messages : [];
  const wrong = given.findIndex((id) => !/^\d{1,20}$/.test(String(id)));
  if (wrong >= 0)
    throw formError(['messages', wrong], 'NUMBER_TYPE_COERCE', `Value "${String(given[wrong])}" is not snowflake.`);
  const ids = [...new Set(given.map(String))];
  if (ids.length < 2 || ids.length > 100) throw new ApiError(50016);
  const now = call.core.state.clock.ms();
  if (ids.some((id) => now - timeOf(id) > TWO_WEEKS)) throw new ApiError(50034);
  deleteMessages(call.core, channel, ids);
  return nothing;
}

function crosspost(call: BotCall) {
  const { core } = call;
  const { channel, permissions } = enterPlace(call);
  const message = findMessage(channel, call.params.message);
  if (channel.type !== 5) throw new ApiError(50024);
  need(permissions, 'SEND_MESSAGES');
  if (message.authorId !== call.user.id) need(permissions, 'MANAGE_MESSAGES');
  if ((message.flags & 1) !== 0) throw new ApiError(40033);
  if (core.limits.settings.enabled) {
    const taken = core.limits.take(CROSSPOSTS_PER_HOUR, channel.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs);
  }
  message.flags |= 1;
  dispatchMessage(core, message, 'MESSAGE_UPDATE');
  return ok(messageWire(core.state, message, call.user.id));
}

import { ban, banKey, writeInChat } from '../audience.ts';
import {
  type Answer,
  answerData,
  answerNothing,
  badRequest,
  type Call,
  forbidden,
  type Names,
  notFound,
  type Route,
  unauthorized,
} from '../call.ts';
import { findToken, needPerson } from '../oauth/tokens.ts';
import { sendDeletion } from '../realtime/send.ts';
import { type ChatMessage, isFuture, type KickWorld, type Person } from '../world.ts';
import { getPerson, readJson, readNumber } from './query.ts';

const LONGEST_MESSAGE = 500;
const LONGEST_TIMEOUT_MIN = 10_080;

export function chatRoutes(world: KickWorld): Route[] {
  return [
    { method: 'POST', path: '/api/public/v1/chat', run: (call) => say(world, call) },
    { method: 'DELETE', path: '/api/public/v1/chat/:id', run: (call, names) => remove(world, call, names) },
    { method: 'POST', path: '/api/public/v1/moderation/bans', run: (call) => banViewer(world, call) },
    { method: 'DELETE', path: '/api/public/v1/moderation/bans', run: (call) => unban(world, call) },
  ];
}

/**
 * `type: bot` writes in the channel of the token's owner. `user` names the channel. The app's own token has no owner
 * and is refused: https://github.com/KickEngineering/KickDevDocs/issues/383
 */
function say(world: KickWorld, call: Call): Answer {
  if (findToken(world, call)?.kind === 'app') throw unauthorized();
  const sender = getPerson(world, needPerson(world, call, 'chat:write'));
  const body = readJson(call);
  const { content, type } = body;
  if (typeof content !== 'string' || content === '') throw badRequest('content is required');
  if (content.length > LONGEST_MESSAGE) throw badRequest(`content is longer than ${LONGEST_MESSAGE} characters`);
  if (type !== 'user' && type !== 'bot') throw badRequest('type must be user or bot');
  const channel = type === 'bot' ? sender : getPerson(world, readNumber(body, 'broadcaster_user_id'));
  const banned = world.bans.get(banKey(channel, sender));
  if (banned && (banned.until === null || isFuture(world, banned.until))) throw forbidden('user is banned');
  const replyTo = readReply(world, channel, body.reply_to_message_id);
  const badges = type === 'bot' ? ['bot'] : [];
  return answerData({
    is_sent: true,
    message_id: writeInChat(world, channel, sender, { content, badges, replyTo }).id,
  });
}

function readReply(world: KickWorld, channel: Person, id: unknown): ChatMessage | null {
  if (id === undefined) return null;
  if (typeof id !== 'string') throw badRequest('reply_to_message_id must be a text');
  const message = world.chat.get(id);
  if (message?.broadcasterUserId !== channel.userId) throw notFound();
  return message;
}

function remove(world: KickWorld, call: Call, names: Names): Answer {
  const moderator = getPerson(world, needPerson(world, call, 'moderation:chat_message:manage'));
  const message = world.chat.get(names.id ?? '');
  if (!message) throw notFound();
  needModerator(getPerson(world, message.broadcasterUserId), moderator);
  world.chat.delete(message.id);
  sendDeletion(world, getPerson(world, message.broadcasterUserId), message.id);
  world.doors.changed('kick');
  return answerNothing();
}

function banViewer(world: KickWorld, call: Call): Answer {
  const { channel, viewer, moderator, body } = readBan(world, call);
  const minutes = body.duration === undefined ? null : readNumber(body, 'duration');
  if (minutes !== null && minutes > LONGEST_TIMEOUT_MIN)
    throw badRequest(`duration is above ${LONGEST_TIMEOUT_MIN} minutes`);
  const reason = typeof body.reason === 'string' ? body.reason : '';
  if (reason.length > 100) throw badRequest('reason is longer than 100 characters');
  ban(world, channel, { viewer, moderator, minutes, reason });
  return answerData({});
}

function unban(world: KickWorld, call: Call): Answer {
  const { channel, viewer } = readBan(world, call);
  world.bans.delete(banKey(channel, viewer));
  world.doors.changed('kick');
  return answerData({});
}

function readBan(
  world: KickWorld,
  call: Call,
): { channel: Person; viewer: Person; moderator: Person; body: Record<string, unknown> } {
  const moderator = getPerson(world, needPerson(world, call, 'moderation:ban'));
  const body = readJson(call);
  const channel = getPerson(world, readNumber(body, 'broadcaster_user_id'));
  needModerator(channel, moderator);
  return { channel, moderator, body, viewer: getPerson(world, readNumber(body, 'user_id')) };
}

function needModerator(channel: Person, person: Person): void {
  if (channel.userId === person.userId) return;
  if (!channel.standings.get(person.userId)?.badges.includes('moderator'))
    throw forbidden('not a moderator of this channel');
}

/** A chat as kick.com shows it. */
import type { Chat, ChatLine } from '../actions.ts';
import { showBadges } from './badges.ts';
import { roomOf } from './realtime/send.ts';
import type { ChatMessage, KickWorld, Person } from './world.ts';

export function viewChat(world: KickWorld, channel: Person): Chat {
  const messages = [...world.chat.values()].filter((each) => each.broadcasterUserId === channel.userId);
  return { isHeard: isHeard(world, channel), lines: messages.map((message) => lineOf(world, channel, message)) };
}

/** Returns true if an app reads the chat, by webhook or over a socket. */
const isHeard = (world: KickWorld, channel: Person): boolean =>
  [...world.subscriptions.values()].some(
    ({ event, broadcasterUserId }) => event === 'chat.message.sent' && broadcasterUserId === channel.userId,
  ) || [...world.realtime.listeners].some(({ channels }) => channels.has(`chatrooms.${roomOf(channel)}.v2`));

function lineOf(world: KickWorld, channel: Person, message: ChatMessage): ChatLine {
  const sender = world.people.get(message.senderUserId) ?? channel;
  const parent = message.replyToId === null ? undefined : world.chat.get(message.replyToId);
  const { celebratedMonths: months } = message;
  return {
    id: message.id,
    at: message.sentAt.toISOString(),
    by: sender.username,
    badges: showBadges(channel, sender, message.badges).map(({ text }) => text),
    // Emotes are written as `[emote:37226:KEKW]`.
    text: message.content.replace(/\[emote:\d+:([^\]]*)\]/g, ':$1:'),
    replyTo: parent ? (world.people.get(parent.senderUserId)?.username ?? null) : null,
    note: months === null ? null : `${months} months subscribed`,
  };
}

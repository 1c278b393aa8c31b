/** Messages of the web chat, in addition to the webhooks. Names and shapes are those of kick.com's own pages. */
import { createUuid } from '../../platform/ids.ts';
import { showBadges, showNewerBadges } from '../badges.ts';
import type { ChatMessage, KickWorld, Person } from '../world.ts';

export const roomOf = ({ userId }: Person): number => userId + 2_000;
export const channelIdOf = ({ userId }: Person): number => userId + 1_000;
const chatOf = (person: Person): string => `chatrooms.${roomOf(person)}.v2`;

function tell(world: KickWorld, channel: string, event: string, data: unknown): void {
  if (world.realtime.isZombie) return;
  for (const listener of world.realtime.listeners) {
    if (listener.channels.has(channel)) listener.tell(channel, `App\\Events\\${event}`, data);
  }
}

export function showSiteMessage(world: KickWorld, channel: Person, message: ChatMessage): Record<string, unknown> {
  const sender = world.people.get(message.senderUserId) ?? channel;
  const { celebratedMonths: months } = message;
  const celebration = months !== null && {
    id: `chceleb_${message.id.replaceAll('-', '').slice(0, 26).toUpperCase()}`,
    type: 'subscription_renewed',
    total_months: months,
    created_at: message.sentAt.toISOString(),
  };
  return {
    id: message.id,
    chatroom_id: roomOf(channel),
    content: message.content,
    type: celebration ? 'celebration' : 'message',
    created_at: message.sentAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
    sender: {
      id: sender.userId,
      username: sender.username,
      slug: sender.slug,
      identity: {
        color: '#53FC18',
        badges: showBadges(channel, sender),
        badges_v2: showNewerBadges(world, sender),
      },
    },
    metadata: { ...(celebration ? { celebration } : {}), message_ref: '0' },
  };
}

/** Returns a line of the history, which has other names for the room, the writer twice, and metadata as text. */
export function showHistoryMessage(world: KickWorld, channel: Person, message: ChatMessage): Record<string, unknown> {
  const { chatroom_id: chatId, metadata, ...rest } = showSiteMessage(world, channel, message);
  return { ...rest, chat_id: chatId, user_id: message.senderUserId, metadata: JSON.stringify(metadata) };
}

export function tellMessage(world: KickWorld, channel: Person, message: ChatMessage): void {
  tell(world, chatOf(channel), 'ChatMessageEvent', showSiteMessage(world, channel, message));
  world.doors.tell('CHAT', { who: channel.slug });
}

export function sendDeletion(world: KickWorld, channel: Person, messageId: string): void {
  tell(world, chatOf(channel), 'MessageDeletedEvent', {
    id: createUuid(world.doors),
    message: { id: messageId },
    aiModerated: false,
    violatedRules: [],
  });
  world.doors.tell('CHAT', { who: channel.slug });
}

export function sendBan(world: KickWorld, channel: Person, viewer: Person, minutes: number | null): void {
  const short = ({ userId: id, username, slug }: Person) => ({ id, username, slug });
  const end = minutes === null ? null : new Date(world.doors.now().getTime() + minutes * 60_000).toISOString();
  tell(world, chatOf(channel), 'UserBannedEvent', {
    id: createUuid(world.doors),
    user: short(viewer),
    banned_by: { ...short(channel), id: 0 },
    permanent: minutes === null,
    ...(minutes === null ? {} : { duration: minutes, expires_at: end }),
  });
}

/** Sends an empty list where other events have an object. */
export function sendCleared(world: KickWorld, channel: Person): void {
  tell(world, chatOf(channel), 'ChatroomClearEvent', []);
  world.doors.tell('CHAT', { who: channel.slug });
}

/** Returns whether a channel exists: a room or a channel in any of Kick's spellings, or the drops of a category. */
export function isKnownChannel(world: KickWorld, name: string): boolean {
  const [, category] = /^drops_category_(\d+)$/.exec(name) ?? [];
  if (category !== undefined) return world.categories.has(Number(category));
  const [, kind, id] = /^(chatroom|channel)s?[._](\d+)(?:\.v2)?$/.exec(name) ?? [];
  const number = Number(id);
  return [...world.people.values()].some((person) =>
    kind === 'chatroom' ? roomOf(person) === number : channelIdOf(person) === number,
  );
}

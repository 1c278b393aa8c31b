/** What the web chat says, beside the webhooks. Names and shapes as seen in kick.com's own pages. */
import { createUuid } from '../../platform/ids.ts';
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
  const badges = channel.standings.get(sender.userId)?.badges ?? [];
  return {
    id: message.id,
    chatroom_id: roomOf(channel),
    content: message.content,
    type: 'message',
    created_at: message.sentAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
    sender: {
      id: sender.userId,
      username: sender.username,
      slug: sender.slug,
      identity: { color: '#53FC18', badges: badges.map((type) => ({ type, text: type })), badges_v2: [] },
    },
    metadata: { message_ref: '0' },
  };
}

export const tellMessage = (world: KickWorld, channel: Person, message: ChatMessage): void =>
  tell(world, chatOf(channel), 'ChatMessageEvent', showSiteMessage(world, channel, message));

export const tellDeleted = (world: KickWorld, channel: Person, messageId: string): void =>
  tell(world, chatOf(channel), 'MessageDeletedEvent', {
    id: createUuid(world.doors),
    message: { id: messageId },
    aiModerated: false,
    violatedRules: [],
  });

export function tellBanned(world: KickWorld, channel: Person, viewer: Person, minutes: number | null): void {
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

/** An empty list, where others have an object. */
export const tellCleared = (world: KickWorld, channel: Person): void =>
  tell(world, chatOf(channel), 'ChatroomClearEvent', []);

/** Channels that exist: of somebody's room or channel, under any of Kick's spellings. */
export function isKnownChannel(world: KickWorld, name: string): boolean {
  const [, kind, id] = /^(chatroom|channel)s?[._](\d+)(?:\.v2)?$/.exec(name) ?? [];
  const number = Number(id);
  return [...world.people.values()].some((person) =>
    kind === 'chatroom' ? roomOf(person) === number : channelIdOf(person) === number,
  );
}

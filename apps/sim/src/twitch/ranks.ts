/** A person's rank in a channel, as chats show it. */
import type { Person, TwitchWorld } from './world.ts';

const isOf = (world: TwitchWorld, channelId: string, standing: string, userId: string): boolean =>
  world.standings.get(`${channelId} ${standing}`)?.has(userId) ?? false;

export const isModerator = (world: TwitchWorld, channelId: string, userId: string): boolean =>
  isOf(world, channelId, 'moderator', userId);

/** Formats badges for IRC: `moderator/1,subscriber/0`. */
export function badgesTag(world: TwitchWorld, channel: Person, userId: string): string {
  const badges = [
    channel.userId === userId && 'broadcaster/1',
    isModerator(world, channel.userId, userId) && 'moderator/1',
    isOf(world, channel.userId, 'vip', userId) && 'vip/1',
    isOf(world, channel.userId, 'subscriber', userId) && 'subscriber/0',
  ];
  return badges.filter((badge) => badge !== false).join(',');
}

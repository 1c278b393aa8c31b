import {
  type ChannelId,
  DEFAULT_STAR,
  DEFAULT_THRESHOLD,
  flagsOfStarboard,
  hasFlag,
  plainEmoji,
  type RoleId,
} from '@tally/contract';
import { minutes } from '@tally/kernel';
import type { Board, BoardSettings, Post } from './tables.ts';

export interface SeenEmoji {
  readonly id: string | null;
  readonly name: string | null;
}

/** Returns whether a reaction counts for a board. A server emoji's name can change, its id cannot. */
export function isEmojiOf({ emojiId, emojiName }: BoardSettings, emoji: SeenEmoji): boolean {
  if (emojiId) return emoji.id === emojiId;
  return emoji.id === null && plainEmoji(emoji.name ?? '') === plainEmoji(emojiName || DEFAULT_STAR);
}

export const emojiText = ({ emojiId, emojiName }: BoardSettings): string =>
  emojiId ? `<:${(emojiName ?? '').replaceAll(/\W/g, '') || 'star'}:${emojiId}>` : emojiName || DEFAULT_STAR;

export const thresholdOf = ({ threshold }: BoardSettings): number => threshold ?? DEFAULT_THRESHOLD;

/** Returns whether the plan includes the board, and nothing else stops it. */
export function isAtWork({ settings, pausedBy }: Board, bitfield: bigint): boolean {
  if (settings.enabled === false || pausedBy !== null) return false;
  if (!hasFlag(bitfield, 'Starboards')) return false;
  return !flagsOfStarboard(settings).includes('CustomStarboards') || hasFlag(bitfield, 'CustomStarboards');
}

/** Returns the boards that a plan includes. The newest boards beyond its limit are dropped. */
export function covered(boards: readonly Board[], limit: number): Board[] {
  return boards
    .toSorted(
      (one, other) => one.addedAt.getTime() - other.addedAt.getTime() || one.channelId.localeCompare(other.channelId),
    )
    .slice(0, limit);
}

/** The facts about a message that a board checks. */
export interface Candidate {
  /** The channel and its parents: a thread's channel, and the category. */
  readonly places: readonly ChannelId[];
  readonly isForAdults: boolean;
  readonly isByMachine: boolean;
  readonly hasImage: boolean;
  readonly postedAt: Date;
  /** Empty if the author left the server. */
  readonly authorRoles: readonly RoleId[];
}

type Refusal = 'board' | 'machine' | 'adults' | 'image' | 'young' | 'old' | 'channel' | 'role';

/** Returns why this board does not accept a message, or null if it does. */
export function refusalOf(
  { settings, channelId }: Pick<Board, 'settings' | 'channelId'>,
  about: Candidate,
  now: Date,
): Refusal | null {
  const { filter } = settings;
  const ageMs = now.getTime() - about.postedAt.getTime();
  if (about.places[0] === channelId) return 'board';
  if (about.isByMachine && !settings.allowBotMessages) return 'machine';
  if (about.isForAdults && !settings.allowNsfw) return 'adults';
  if (settings.requireImage && !about.hasImage) return 'image';
  if (isSet(settings.minimumAgeMinutes) && ageMs < minutes(settings.minimumAgeMinutes)) return 'young';
  if (isSet(settings.maximumAgeMinutes) && ageMs > minutes(settings.maximumAgeMinutes)) return 'old';
  if (!passes(filter?.channelMode, filter?.channels, about.places)) return 'channel';
  if (!passes(filter?.roleMode, filter?.roles, about.authorRoles)) return 'role';
  return null;
}

const isSet = (value: number | null | undefined): value is number => typeof value === 'number';

function passes(
  mode: 'whitelist' | 'blacklist' | null | undefined,
  list: readonly string[] | undefined,
  has: readonly string[],
): boolean {
  if (!mode || !list?.length) return true;
  return list.some((each) => has.includes(each)) === (mode === 'whitelist');
}

/** Decides from a message's stars what to do with it. */
export function decide(
  settings: BoardSettings,
  { post, stars, isWelcome }: { post: Post | null; stars: number; isWelcome: boolean },
): 'post' | 'update' | 'remove' | 'leave' {
  if (post?.isTrashed) return 'leave';
  if (post?.deliveryKey) {
    const least = settings.removeThreshold ?? thresholdOf(settings);
    return settings.deleteIfLost && !post.isForced && stars < least ? 'remove' : 'update';
  }
  return isWelcome && stars >= thresholdOf(settings) ? 'post' : 'leave';
}

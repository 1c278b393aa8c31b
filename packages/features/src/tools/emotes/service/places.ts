import type { ServerId } from '@tally/contract';
import { type Emoji, emojiSlots } from '@tally/discord/rest';
import { AppError, type Ctx, UpstreamError } from '@tally/kernel';

export interface Places {
  readonly animated: number;
  readonly normal: number;
}

/** Counts the free slots for each kind of emoji. */
export function placesIn(boostLevel: number, emojis: readonly Emoji[]): Places {
  const most = emojiSlots(boostLevel);
  const animated = emojis.filter(({ isAnimated }) => isAnimated).length;
  return { animated: Math.max(0, most - animated), normal: Math.max(0, most - (emojis.length - animated)) };
}

/** Loads the slots from Discord without a cache. */
export async function readPlaces(ctx: Ctx, serverId: ServerId): Promise<Places> {
  try {
    const { boostLevel, emojis } = await ctx.discord.servers.get(serverId);
    return placesIn(boostLevel, emojis);
  } catch (error) {
    const isHidden = error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied');
    throw isHidden ? new AppError('serverNotFound') : error;
  }
}

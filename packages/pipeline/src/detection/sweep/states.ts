import type { Platform } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { countStates } from '../store/due.ts';

/** Shorter problems are not reported. */
const TROUBLED_AFTER_MS = minutes(2);

export interface PlatformState {
  readonly platform: Platform;
  /** The number of followed channels. */
  readonly watched: number;
  /** True if most followed channels have had no usable answer for minutes. */
  readonly isDegraded: boolean;
  /** The platform's error message, or the error of the request. */
  readonly reason: string | null;
  readonly lastAnswerAt: Date | null;
}

/** Returns how well each platform responds, for the status page and the dashboard. */
export async function platformStates(ctx: Ctx): Promise<PlatformState[]> {
  const counts = await countStates(ctx.db, new Date(ctx.clock.now().getTime() - TROUBLED_AFTER_MS));
  return ctx.platforms.definitions.map(({ id: platform }) => {
    const found = counts.find((each) => each.platform === platform);
    const isDegraded = found !== undefined && found.troubled * 2 > found.watched;
    return {
      platform,
      watched: found?.watched ?? 0,
      isDegraded,
      reason: isDegraded ? found.reason : null,
      lastAnswerAt: found?.lastAnswerAt ?? null,
    };
  });
}

import type { Platform } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { countStates } from './store/due.ts';

/** A short hiccup is not worth mentioning. */
const TROUBLED_AFTER_MS = minutes(2);

export interface PlatformState {
  readonly platform: Platform;
  /** Channels that somebody follows. */
  readonly watched: number;
  /** Most of them get no usable answer, and have not for minutes. */
  readonly isDegraded: boolean;
  /** What the platform says, or what became of the question. */
  readonly reason: string | null;
  readonly lastAnswerAt: Date | null;
}

/** How each platform answers us, for the status and for the dashboard. */
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

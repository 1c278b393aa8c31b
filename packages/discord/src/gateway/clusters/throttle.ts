import type { IIdentifyThrottler } from '@discordjs/ws';
import type { Log, Timers } from '@tally/kernel';
import type { GatewayInfo } from '../../rest/index.ts';

/** This many of a day's identifies stay in reserve: one too many ends every session and resets the token. */
const RESERVE = 5;
/** A shard that loses one session after another waits longer each time, so it does not use up the day's identifies. */
const SOON_AGAIN_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;
const ASKED_AGAIN_MS = 60_000;
const FAILED_WAIT_MS = 2000;

export interface ThrottleOptions {
  readonly info: () => Promise<GatewayInfo>;
  /** Books the next free time of a bucket across all processes. Returns how long to wait for it. */
  readonly book: (bucket: number, everyMs: number) => Promise<number>;
  readonly everyMs: number;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * Lets shards identify one after another, across all processes that share the database.
 * https://docs.discord.com/developers/events/gateway#rate-limiting
 */
export function createIdentifyThrottler(options: ThrottleOptions): IIdentifyThrottler {
  const { info, book, everyMs, timers, log } = options;
  const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
    await timers.pause(ms, signal);
    signal.throwIfAborted();
  };
  /** A process books one time of a bucket at a time, so if it dies, only that one is lost. */
  const turns = new Map<number, Promise<void>>();
  const lately = new Map<number, number[]>();

  /** Only identifies that were sent count. A shard that is given away while it waits has used none. */
  const identifiesOf = (shardId: number): number[] =>
    (lately.get(shardId) ?? []).filter((at) => timers.nowMs() - at < SOON_AGAIN_MS);

  const waitLonger = async (shardId: number, signal: AbortSignal): Promise<void> => {
    const { length } = identifiesOf(shardId);
    // Two in a row may be a restart at Discord. From the third on something is wrong.
    if (length > 1) await pause(Math.min(everyMs * 2 ** (length - 1), LONGEST_WAIT_MS), signal);
  };

  const untilBudget = async (signal: AbortSignal): Promise<GatewayInfo> => {
    for (;;) {
      const now = await info();
      if (now.identifies.remaining > RESERVE) return now;
      const { remaining, resetAfterMs } = now.identifies;
      log.error({ remaining, resetAfterMs }, 'The identifies of this day are used up: shards without a session wait.');
      await pause(Math.min(resetAfterMs, ASKED_AGAIN_MS), signal);
    }
  };

  const waitForTurn = async (shardId: number, signal: AbortSignal): Promise<void> => {
    const { maxConcurrency } = await untilBudget(signal);
    const waitMs = await book(shardId % maxConcurrency, everyMs);
    if (waitMs > 0) await pause(waitMs, signal);
  };

  /** This failure will last for a while. It must not throw, because the library would then identify anyway. */
  const insist = async (shardId: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      try {
        return await waitForTurn(shardId, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error, shardId }, 'A shard could not book its turn to identify.');
        await pause(FAILED_WAIT_MS, signal);
      }
    }
  };

  return {
    async waitForIdentify(shardId, signal) {
      await waitLonger(shardId, signal);
      const { maxConcurrency } = await info().catch(() => ({ maxConcurrency: 1 }));
      const bucket = shardId % maxConcurrency;
      const turn = (turns.get(bucket) ?? Promise.resolve()).then(() => insist(shardId, signal));
      turns.set(
        bucket,
        turn.catch(() => {}),
      );
      await turn;
      lately.set(shardId, [...identifiesOf(shardId), timers.nowMs()]);
    },
  };
}

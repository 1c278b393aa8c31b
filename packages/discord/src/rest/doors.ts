import { RateLimitError } from '@discordjs/rest';
import type { UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import type { Breaker } from './breaker.ts';
import type { Call } from './call.ts';
import { limited, refused, waitOf } from './errors.ts';

/** The most that we remember of closed doors; the oldest go first. */
const MAX_REMEMBERED = 10_000;
const TOKEN_PAUSE_MS = 60_000;
const UNKNOWN_WEBHOOK = 10_015;

/** Refuses without a call what is known to be refused: each such call would count towards the ban. */
export interface Doors {
  check(call: Call<z.ZodType>): void;
  remember(call: Call<z.ZodType>, error: unknown, failure: UpstreamError): void;
}

export function createDoors(about: { breaker: Breaker; nowMs: () => number; onTokenRefused: () => void }): Doors {
  const { breaker, nowMs } = about;
  const closedUntil = new Map<string, number>();
  let tokenRefusedUntil = 0;
  const close = (key: string, until: number): void => {
    closedUntil.delete(key);
    closedUntil.set(key, until);
    if (closedUntil.size > MAX_REMEMBERED) closedUntil.delete(closedUntil.keys().next().value as string);
  };
  return {
    check(call) {
      const banWaitMs = breaker.closedForMs();
      if (banWaitMs > 0) throw limited(call.name, banWaitMs, 'paused after too many refused calls');
      if (!call.as && tokenRefusedUntil > nowMs()) throw refused(call.name, 'denied', 'Discord refuses the bot token');
      const until = call.door === undefined ? 0 : (closedUntil.get(call.door) ?? 0);
      if (until === Number.POSITIVE_INFINITY) throw refused(call.name, 'gone', 'no longer exists', UNKNOWN_WEBHOOK);
      if (until > nowMs()) throw limited(call.name, until - nowMs(), 'not before its limit ends');
    },
    remember(call, error, failure) {
      if (!call.as && failure.status === 401) {
        tokenRefusedUntil = nowMs() + TOKEN_PAUSE_MS;
        about.onTokenRefused();
      }
      if (call.door === undefined) return;
      if (error instanceof RateLimitError) close(call.door, nowMs() + waitOf(error));
      // A webhook that is gone must never be called again: Discord counts those calls, too.
      if (failure.upstreamCode === UNKNOWN_WEBHOOK) close(call.door, Number.POSITIVE_INFINITY);
    },
  };
}

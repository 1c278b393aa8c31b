import { DiscordAPIError, RateLimitError } from '@discordjs/rest';
import type { UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import type { Breaker } from './breaker.ts';
import type { Call } from './call.ts';
import { gone, limited, tokenRefused, waitOf } from './errors.ts';
import { isWriteLimit } from './too-many.ts';

/** The maximum number of blocked keys that we remember. The oldest are dropped first. */
const MAX_REMEMBERED = 10_000;
const TOKEN_PAUSE_MS = 60_000;
const UNKNOWN_WEBHOOK = 10_015;

/** Rejects calls that Discord is known to refuse without sending them, because each would count toward the ban. */
export interface Doors {
  check(call: Call<z.ZodType>): void;
  remember(call: Call<z.ZodType>, error: unknown, failure: UpstreamError): void;
}

interface Closed {
  readonly until: number;
  /** Discord's code for the refusal, if any. */
  readonly code: UpstreamError['upstreamCode'];
}

export function createDoors(about: { breaker: Breaker; nowMs: () => number; onTokenRefused: () => void }): Doors {
  const { breaker, nowMs } = about;
  const closed = new Map<string, Closed>();
  let tokenRefusedUntil = 0;
  const close = (key: string | undefined, until: number, code?: Closed['code']): void => {
    if (key === undefined) return;
    closed.delete(key);
    closed.set(key, { until, code });
    if (closed.size > MAX_REMEMBERED) closed.delete(closed.keys().next().value as string);
  };
  return {
    check(call) {
      const banWaitMs = breaker.closedForMs();
      if (banWaitMs > 0) throw limited(call.name, banWaitMs, 'paused after too many refused calls');
      const tokenWaitMs = tokenRefusedUntil - nowMs();
      if (!call.as && tokenWaitMs > 0) throw tokenRefused(call.name, tokenWaitMs);
      for (const key of [call.door, call.innerDoor]) {
        const { until = 0, code } = closed.get(key ?? '') ?? {};
        if (until === Number.POSITIVE_INFINITY) throw gone(call.name, UNKNOWN_WEBHOOK);
        if (until > nowMs()) throw limited(call.name, until - nowMs(), 'not before its limit ends', code);
      }
    },
    remember(call, error, failure) {
      if (!call.as && failure.status === 401 && failure !== error) {
        tokenRefusedUntil = nowMs() + TOKEN_PAUSE_MS;
        about.onTokenRefused();
      }
      const { upstreamCode: code, retryAfterMs = 0 } = failure;
      if (error instanceof RateLimitError) close(call.door ?? call.innerDoor, nowMs() + waitOf(error));
      if (error instanceof DiscordAPIError && isWriteLimit(code))
        close(call.innerDoor ?? call.door, nowMs() + retryAfterMs, code);
      // We never call a missing webhook again, because Discord counts those calls, too.
      if (code === UNKNOWN_WEBHOOK) close(call.door, Number.POSITIVE_INFINITY);
    },
  };
}

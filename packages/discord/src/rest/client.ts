import { REST } from '@discordjs/rest';
import { openWire } from '@tally/infra/http';
import { AppError, systemTimers } from '@tally/kernel';
import type { z } from 'zod';
import { createAttempt } from './attempt.ts';
import { createBreaker } from './breaker.ts';
import { shareQueues } from './buckets.ts';
import { type Call, type Send, toRequest } from './call.ts';
import { createDoors, type Doors } from './doors.ts';
import { toUpstreamError } from './errors.ts';
import { type Lanes, openLanes } from './lanes.ts';
import type { RestOptions } from './options.ts';

export interface RestClient {
  readonly send: Send;
  /** The library's client, with which the gateway requests its own URL. */
  readonly rest: REST;
  /** Returns how many calls were refused in the last ten minutes. */
  invalidRequests(): number;
  readonly lanes: Lanes;
  close(): void;
}

export function createClient(options: RestOptions): RestClient {
  const { timers = systemTimers, patienceMs = 8000 } = options;
  const { nowMs } = timers;
  const breaker = createBreaker({ limit: options.invalidLimit ?? 4000, nowMs, addRefused: options.addRefused });
  const wire = openWire();
  const lanes = openLanes(options);
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    // The library must not retry lost replies: without a nonce a second attempt could post twice. Callers decide.
    retries: 0,
    // The library's own limit counts per second from the first call on (see pacer.ts), and its timer would include the
    // time that a call waits for its turn.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    timeout: 600_000,
    makeRequest: createAttempt({ options: { ...options, patienceMs }, wire, lanes, breaker }),
    rejectOnRateLimit: (limit) => {
      const retryAfterMs = Math.max(limit.retryAfter, limit.timeToReset, limit.sublimitTimeout);
      options.watch?.onRateLimit?.({ route: limit.route, isGlobal: limit.global, scope: limit.scope, retryAfterMs });
      return retryAfterMs > patienceMs;
    },
  }).setToken(options.token);
  shareQueues(rest);
  // The library drops the token for good on a 401, which may be a temporary fault of a proxy.
  const doors = createDoors({ breaker, nowMs, onTokenRefused: () => rest.setToken(options.token) });

  return {
    send: createSend({
      doors,
      nowMs,
      watch: options.watch,
      safeMode: options.safeMode,
      request: (call) => rest.request(toRequest(call)),
    }),
    rest,
    invalidRequests: () => breaker.invalid,
    lanes,
    close() {
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
      wire.close();
    },
  };
}

interface Sending {
  readonly doors: Doors;
  readonly nowMs: () => number;
  readonly watch?: RestOptions['watch'];
  readonly safeMode?: RestOptions['safeMode'];
  /** Resolves with Discord's response, or rejects with an error of the library. */
  readonly request: (call: Call<z.ZodType>) => Promise<unknown>;
}

/** Checks each call at the doors, validates its response, and converts its errors. */
export function createSend({ doors, nowMs, watch, safeMode, request }: Sending): Send {
  return async (call) => {
    // The calls of a login change nothing at Discord, so safe mode allows them.
    if (safeMode?.current && call.method !== 'GET' && !call.isUnversioned) throw new AppError('safeMode');
    const start = nowMs();
    try {
      doors.check(call);
      const read = call.answer.parse(await request(call));
      watch?.onCall?.({ name: call.name, outcome: 'ok', ms: nowMs() - start });
      return read;
    } catch (error) {
      const failure = toUpstreamError(error, call.name);
      doors.remember(call, error, failure);
      watch?.onCall?.({ name: call.name, outcome: failure.kind, ms: nowMs() - start });
      throw failure;
    }
  };
}

import { REST, type RESTOptions, type ResponseLike } from '@discordjs/rest';
import { openWire, type Wire } from '@tally/infra/http';
import { systemTimers, type Timers } from '@tally/kernel';
import { createBreaker } from './breaker.ts';
import { shareQueues } from './buckets.ts';
import { type Send, toRequest } from './call.ts';
import { isTooLate } from './deadline.ts';
import { createDoors } from './doors.ts';
import { limited, toUpstreamError } from './errors.ts';
import type { RestOptions } from './options.ts';
import { createPacer, freePacer, type Pacer } from './pacer.ts';
import { readTooMany } from './too-many.ts';
import { callOn } from './wire.ts';

export interface RestClient {
  readonly send: Send;
  /** For the gateway, which asks for its own address. */
  readonly rest: REST;
  /** Refused calls of the last ten minutes. */
  invalidRequests(): number;
  close(): void;
}

export function createClient(options: RestOptions): RestClient {
  const { timers = systemTimers } = options;
  const { nowMs } = timers;
  const breaker = createBreaker({ limit: options.invalidLimit ?? 4000, nowMs });
  const patienceMs = options.patienceMs ?? 8000;
  const wire = openWire();
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    // A lost reply is not retried here: without a nonce the second try could post twice. Callers decide.
    retries: 0,
    // The library's own limit counts per second from the first call on (see pacer.ts), and its timer would include the
    // time that a call waits for its turn.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    timeout: 600_000,
    makeRequest: requester({
      options,
      patienceMs,
      timers,
      wire,
      count: (status, scope) => breaker.count(status, scope),
    }),
    rejectOnRateLimit: (limit) => {
      const retryAfterMs = Math.max(limit.retryAfter, limit.timeToReset, limit.sublimitTimeout);
      options.watch?.onRateLimit?.({ route: limit.route, isGlobal: limit.global, scope: limit.scope, retryAfterMs });
      return retryAfterMs > patienceMs;
    },
  }).setToken(options.token);
  shareQueues(rest);
  // The library drops the token for good on a 401, which may be a temporary fault of a proxy.
  const doors = createDoors({ breaker, nowMs, onTokenRefused: () => rest.setToken(options.token) });

  const send: Send = async (call) => {
    const start = nowMs();
    try {
      doors.check(call);
      const read = call.answer.parse(await rest.request(toRequest(call)));
      options.watch?.onCall?.({ name: call.name, outcome: 'ok', ms: nowMs() - start });
      return read;
    } catch (error) {
      const failure = toUpstreamError(error, call.name);
      doors.remember(call, error, failure);
      options.watch?.onCall?.({ name: call.name, outcome: failure.kind, ms: nowMs() - start });
      throw failure;
    }
  };

  return {
    send,
    rest,
    invalidRequests: () => breaker.invalid,
    close() {
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
      wire.close();
    },
  };
}

interface Requesting {
  readonly options: RestOptions;
  readonly patienceMs: number;
  readonly timers: Timers;
  readonly wire: Wire;
  readonly count: (status: number, scope: string | null) => void;
}

const seenIn = (url: string, scope: string | null, retryAfterMs: number) => ({
  route: new URL(url).pathname,
  isGlobal: false,
  scope: scope ?? 'user',
  retryAfterMs,
});

/** One attempt at the HTTP level: waits for its turn, sets our user agent, and is counted. */
function requester({ options, patienceMs, timers, wire, count }: Requesting): RESTOptions['makeRequest'] {
  const { nowMs } = timers;
  const laneOf = (perSecond: number | null | undefined): Pacer =>
    perSecond === null ? freePacer : createPacer({ count: perSecond ?? 50, windowMs: 1002, timers });
  const withToken = laneOf(options.perSecond);
  const open = laneOf(options.openPerSecond);
  const timeoutMs = options.timeoutMs ?? 15_000;
  return async (url, init): Promise<ResponseLike> => {
    const headers: Record<string, string | undefined> = {
      ...(init.headers as Record<string, string>),
      'User-Agent': options.userAgent,
    };
    const lane = headers.Authorization?.startsWith('Bot ') ? withToken : open;
    // Discord exempts the answers to interactions from its limit; they have three seconds.
    const arrived = url.includes('/interactions/') ? null : await lane.turn(init.signal);
    if (isTooLate()) {
      arrived?.();
      throw limited('call', 0, 'its time was over before its turn came');
    }
    const start = nowMs();
    // undici enforces these timeouts itself, up to the last byte, and cheaper than a timer per call.
    const answer = await callOn(wire, url, { ...init, headers } as typeof init, timeoutMs).finally(arrived);
    const scope = answer.headers.get('x-ratelimit-scope');
    options.watch?.onAnswer?.({ method: init.method ?? 'GET', status: answer.status, ms: nowMs() - start });
    const tooMany = answer.status === 429 ? await readTooMany(answer, patienceMs) : null;
    count(answer.status, tooMany?.isOfWriting ? 'shared' : scope);
    if (!tooMany) return answer;
    if (scope === 'global') lane.overdrawn();
    if (tooMany.isPlain) options.watch?.onRateLimit?.(seenIn(url, scope, tooMany.waitMs));
    return tooMany.answer;
  };
}

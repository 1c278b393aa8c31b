import { REST, type RESTOptions, type ResponseLike } from '@discordjs/rest';
import { type Share, wholeShare } from '@tally/infra/budgets';
import { openWire, type Wire } from '@tally/infra/http';
import { systemTimers } from '@tally/kernel';
import { type Breaker, createBreaker } from './breaker.ts';
import { shareQueues } from './buckets.ts';
import { type Send, toRequest } from './call.ts';
import { isTooLate } from './deadline.ts';
import { createDoors } from './doors.ts';
import { limited, toUpstreamError } from './errors.ts';
import type { LaneName, RestOptions } from './options.ts';
import { createPacer, freePacer, type Pacer } from './pacer.ts';
import { readTooMany } from './too-many.ts';
import { callOn } from './wire.ts';

export interface RestClient {
  readonly send: Send;
  /** For the gateway, which asks for its own address. */
  readonly rest: REST;
  /** Refused calls of the last ten minutes. */
  invalidRequests(): number;
  readonly lanes: Lanes;
  close(): void;
}

/** The calls that share one limit. */
export interface Lane {
  readonly pacer: Pacer;
  /** Null without a limit. */
  readonly share: Share | null;
}
type Lanes = Readonly<Record<LaneName, Lane>>;

export function createClient(options: RestOptions): RestClient {
  const { timers = systemTimers } = options;
  const { nowMs } = timers;
  const breaker = createBreaker({ limit: options.invalidLimit ?? 4000, nowMs, addRefused: options.addRefused });
  const patienceMs = options.patienceMs ?? 8000;
  const wire = openWire();
  const lanes: Lanes = {
    bot: openLane('bot', options.perSecond, options),
    webhook: openLane('webhook', options.openPerSecond, options),
  };
  const rest = new REST({
    api: options.apiUrl,
    version: '10',
    // A lost reply is not retried here: without a nonce the second try could post twice. Callers decide.
    retries: 0,
    // The library's own limit counts per second from the first call on (see pacer.ts), and its timer would include the
    // time that a call waits for its turn.
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    timeout: 600_000,
    makeRequest: requester({ options, patienceMs, wire, lanes, breaker }),
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
    lanes,
    close() {
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
      wire.close();
    },
  };
}

function openLane(
  name: LaneName,
  limit: number | null | undefined,
  { shareOf = (_, whole) => wholeShare(whole), timers = systemTimers }: RestOptions,
): Lane {
  if (limit === null) return { pacer: freePacer, share: null };
  const share = shareOf(name, limit ?? 50);
  return { pacer: createPacer({ share, windowMs: 1002, timers }), share };
}

interface Requesting {
  readonly options: RestOptions;
  readonly patienceMs: number;
  readonly wire: Wire;
  readonly lanes: Lanes;
  readonly breaker: Breaker;
}

const seenIn = (url: string, scope: string | null, retryAfterMs: number) => ({
  route: new URL(url).pathname,
  isGlobal: false,
  scope: scope ?? 'user',
  retryAfterMs,
});

/** One attempt at the HTTP level: waits for its turn, sets our user agent, and is counted. */
function requester({ options, patienceMs, wire, lanes, breaker }: Requesting): RESTOptions['makeRequest'] {
  const timeoutMs = options.timeoutMs ?? 15_000;
  return async (url, init): Promise<ResponseLike> => {
    const headers: Record<string, string | undefined> = {
      ...(init.headers as Record<string, string>),
      'User-Agent': options.userAgent,
    };
    const name = headers.Authorization?.startsWith('Bot ') ? 'bot' : 'webhook';
    const lane = lanes[name].pacer;
    // Discord exempts the answers to interactions from its limit; they have three seconds.
    const arrived = url.includes('/interactions/') ? null : await lane.turn(init.signal);
    if (isTooLate()) {
      arrived?.();
      throw limited('call', 0, 'its time was over before its turn came');
    }
    // undici enforces these timeouts itself, up to the last byte, and cheaper than a timer per call.
    const answer = await callOn(wire, url, { ...init, headers } as typeof init, timeoutMs).finally(arrived);
    const scope = answer.headers.get('x-ratelimit-scope');
    const tooMany = answer.status === 429 ? await readTooMany(answer, patienceMs) : null;
    breaker.count(answer.status, tooMany?.isOfWriting ? 'shared' : scope);
    if (!tooMany) return answer;
    if (scope === 'global') {
      lane.overdrawn();
      options.onOverdrawn?.(name);
    }
    if (tooMany.isPlain) options.watch?.onRateLimit?.(seenIn(url, scope, tooMany.waitMs));
    return tooMany.answer;
  };
}

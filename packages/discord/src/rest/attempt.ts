import type { RESTOptions } from '@discordjs/rest';
import type { Wire } from '@tally/infra/http';
import type { Breaker } from './breaker.ts';
import { isTooLate } from './deadline.ts';
import { limited } from './errors.ts';
import type { Lanes } from './lanes.ts';
import type { RestOptions } from './options.ts';
import { readTooMany } from './too-many.ts';
import { callOn } from './wire.ts';

export interface Attempting {
  readonly options: RestOptions & { readonly patienceMs: number };
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

/** Makes one attempt at the HTTP level. It waits for its turn, sets our user agent and counts the call. */
export function createAttempt({ options, wire, lanes, breaker }: Attempting): RESTOptions['makeRequest'] {
  const { patienceMs, timeoutMs = 15_000 } = options;
  return async (url, init) => {
    const headers: Record<string, string | undefined> = {
      ...(init.headers as Record<string, string>),
      'User-Agent': options.userAgent,
    };
    const name = headers.Authorization?.startsWith('Bot ') ? 'bot' : 'webhook';
    const lane = lanes[name].pacer;
    // Discord exempts answers to interactions from its limit, and they have to arrive within three seconds.
    const arrived = url.includes('/interactions/') ? null : await lane.turn(init.signal);
    if (isTooLate()) {
      arrived?.();
      throw limited('call', 0, 'its time was over before its turn came');
    }
    // undici enforces these timeouts itself, up to the last byte, which is cheaper than a timer per call.
    const answering = callOn(wire, url, { ...init, headers } as typeof init, timeoutMs).finally(arrived);
    options.watch?.onSent?.({ method: init.method ?? 'GET', url, status: answering.then(({ status }) => status) });
    const answer = await answering;
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

import { AppError, type Clock, type Log, parseJson, systemTimers, type Timers, UpstreamError } from '@tally/kernel';
import { Agent, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import type { SafeModeDoor } from '../safe-mode/index.ts';
import { acceptedEncodings, readUpTo, TooLargeError, unpack } from './body.ts';
import { type Budget, BudgetSpentError, defaultBudget, HostBudget } from './budget.ts';
import { createEgress, isLoopback } from './egress.ts';
import { metersOf } from './meters.ts';
import { createPublicFetch, type PublicFetch, type PublicFetchOptions } from './public-fetch.ts';
import { createSockets, type Socket, type SocketCall } from './socket.ts';
import { type Answer, errorOf, kindOfStatus } from './upstream.ts';

export type HttpBody =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly bytes: Uint8Array; readonly contentType: string };

export interface HttpCall {
  /** The service we call (discord, kick, stripe …), for errors, metrics and the status page. */
  readonly world: string;
  readonly url: string | URL;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  /** True if the call changes nothing outside although its method could. Safe mode allows such calls. */
  readonly isQuestion?: boolean;
  /** The time from the first byte sent to the last byte read, including the wait for the budget. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Zero by default, because a redirect can lead anywhere. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface HttpReply<T> {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly data: T;
}

export interface Http {
  /** Returns validated JSON. A response that does not match the schema throws an `odd` error. */
  json<S extends z.ZodType>(call: HttpCall, schema: S): Promise<HttpReply<z.output<S>>>;
  text(call: HttpCall): Promise<HttpReply<string>>;
  bytes(call: HttpCall): Promise<HttpReply<Buffer>>;
  /** Returns a response with any status. Throws only if there is no response. */
  raw(call: HttpCall): Promise<HttpReply<Buffer>>;
  /** Opens a WebSocket. The same rules about allowed hosts apply. */
  socket(call: SocketCall): Socket;
  /** Fetches a URL from an untrusted source safely. */
  readonly public: PublicFetch;
}

export interface HttpRunner extends Http {
  /** The same client for anonymous callers. They get a part of each host's budget and go last. */
  readonly forStrangers: Http;
  close(): Promise<void>;
}

export interface HttpOptions {
  readonly log: Log;
  /** Without this, no metrics are collected. */
  readonly metrics?: Metrics;
  readonly clock: Clock;
  readonly timers?: Timers;
  /** The only hosts that are called, apart from this machine. See `egressHosts`. */
  readonly allowedHosts: readonly string[];
  readonly budgets?: Readonly<Record<string, Budget>>;
  readonly userAgent?: string;
  /** In safe mode, calls that change data outside are refused. */
  readonly safeMode?: Pick<SafeModeDoor, 'current'>;
  /** How untrusted URLs are fetched. Off by default, since they lead outside this machine. */
  readonly publicFetch?: Omit<PublicFetchOptions, 'metrics'>;
}

const defaults = { timeoutMs: 10_000, maxBytes: 2_000_000, maxRedirects: 0 } as const;

export function createHttp(options: HttpOptions): HttpRunner {
  const { log, clock, timers = systemTimers, budgets = {}, userAgent = 'Tally' } = options;
  const { metrics = createMetrics({ withProcess: false }) } = options;
  const egress = createEgress(options.allowedHosts);
  const agent = new Agent({ connect: { timeout: 5_000 }, keepAliveTimeout: 10_000, connections: 64 });
  const hosts = new Map<string, HostBudget>();
  const measure = metersOf(metrics, { hosts, timers });
  const sockets = createSockets();
  const budgetOf = (url: URL): HostBudget => {
    const found =
      hosts.get(url.host) ?? new HostBudget(budgets[url.host] ?? budgets[url.hostname] ?? defaultBudget, timers);
    hosts.set(url.host, found);
    return found;
  };

  const refuse = (world: string, url: URL): never => {
    measure.refused.inc({ world });
    log.warn({ world, host: url.hostname }, 'A call was refused: the configuration does not allow its host.');
    throw new UpstreamError({
      world,
      kind: 'denied',
      message: `not called: the configuration does not allow ${url.hostname} (a key for this service is missing)`,
    });
  };

  const once = async (call: HttpCall, url: URL, signal: AbortSignal): Promise<Answer> => {
    const { world, maxBytes = defaults.maxBytes } = call;
    if (!/^https?:$/.test(url.protocol) || !egress.isAllowed(url.hostname)) return refuse(world, url);
    const { headers, body } = withBody(call);
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: call.method ?? 'GET',
      headers: { 'user-agent': userAgent, 'accept-encoding': acceptedEncodings, ...headers },
      body,
      signal,
    });
    const flat = flatten(answer.headers);
    const packed = await readUpTo(answer.body, maxBytes);
    return {
      status: answer.statusCode,
      headers: flat,
      bytes: await unpack(packed, flat['content-encoding'], maxBytes),
    };
  };

  const follow = async (call: HttpCall, signal: AbortSignal): Promise<Answer> => {
    let url = urlOf(call);
    for (let left = call.maxRedirects ?? defaults.maxRedirects; ; left -= 1) {
      const answer = await once(call, url, signal);
      const next = answer.headers.location;
      const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && next !== undefined;
      if (!isRedirect || left <= 0) return answer;
      const target = new URL(next, url);
      // Our headers contain keys, which must not reach another host through a redirect.
      if (target.origin !== url.origin || (call.method ?? 'GET') !== 'GET') return answer;
      url = target;
    }
  };

  const raw = async (call: HttpCall, isForStranger: boolean): Promise<Answer> => {
    const { world, timeoutMs = defaults.timeoutMs } = call;
    const url = urlOf(call);
    if (!egress.isAllowed(url.hostname)) return refuse(world, url);
    if (options.safeMode?.current && changes(call)) throw new AppError('safeMode');
    const budget = budgetOf(url);
    const startedAt = timers.nowMs();
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout;
    let leave: (() => void) | undefined;
    try {
      leave = await budget.enter(timeoutMs, isForStranger);
      call.signal?.throwIfAborted();
      const answer = await follow(call, signal);
      const error = kindOfStatus(answer.status) === 'limited' ? errorOf(world, answer, clock.now()) : null;
      if (error?.retryAfterMs !== undefined) budget.pause(Math.min(error.retryAfterMs, 60_000));
      measure.done(world, kindOfStatus(answer.status) ?? 'ok', startedAt);
      return answer;
    } catch (error) {
      call.signal?.throwIfAborted();
      const known = error instanceof UpstreamError ? error : failureOf(world, error, timeoutMs);
      measure.done(world, known.kind, startedAt);
      throw known;
    } finally {
      leave?.();
    }
  };

  const good = async (call: HttpCall, isForStranger: boolean): Promise<Answer> => {
    const answer = await raw(call, isForStranger);
    if (kindOfStatus(answer.status)) throw errorOf(call.world, answer, clock.now());
    return answer;
  };

  const publicFetch = createPublicFetch({ ...(options.publicFetch ?? { isAllowed: false }), metrics });
  const openDoor = (isForStranger: boolean): Http => ({
    async raw(call) {
      const { status, headers, bytes } = await raw(call, isForStranger);
      return { status, headers, data: bytes };
    },
    async bytes(call) {
      const { status, headers, bytes } = await good(call, isForStranger);
      return { status, headers, data: bytes };
    },
    async text(call) {
      const { status, headers, bytes } = await good(call, isForStranger);
      return { status, headers, data: bytes.toString('utf8') };
    },
    async json(call, schema) {
      const accept = { accept: 'application/json', ...call.headers };
      const { status, headers, bytes } = await good({ ...call, headers: accept }, isForStranger);
      return { status, headers, data: decode(call.world, status, bytes, schema) };
    },
    socket(call) {
      const url = new URL(call.url);
      const isOfSockets = url.protocol === 'wss:' || (url.protocol === 'ws:' && isLoopback(url.hostname));
      return isOfSockets && egress.isAllowed(url.hostname) ? sockets.open(call) : refuse(call.world, url);
    },
    public: publicFetch,
  });

  return {
    ...openDoor(false),
    forStrangers: openDoor(true),
    async close() {
      sockets.close();
      await agent.close();
    },
  };
}

const changes = ({ method = 'GET', isQuestion = false }: HttpCall): boolean =>
  method !== 'GET' && method !== 'HEAD' && !isQuestion;

function decode<S extends z.ZodType>(world: string, status: number, bytes: Buffer, schema: S): z.output<S> {
  const json = bytes.length === 0 ? null : parseJson(bytes);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  // The log gets only field names, because the values may be personal data.
  const problem =
    json === undefined
      ? 'not JSON'
      : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).slice(0, 5);
  throw new UpstreamError({
    world,
    kind: 'odd',
    message: `an unexpected answer (${String(problem)})`,
    status,
  });
}

function urlOf({ world, url, query = {} }: HttpCall): URL {
  const full = URL.parse(String(url));
  if (!full) throw new UpstreamError({ world, kind: 'odd', message: 'not a valid address' });
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) full.searchParams.append(name, String(each));
  }
  return full;
}

function withBody({ headers = {}, body }: HttpCall): { headers: Record<string, string>; body?: string | Buffer } {
  if (!body) return { headers };
  if ('json' in body)
    return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body.json) };
  if ('form' in body) {
    const form = new URLSearchParams(body.form).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: form };
  }
  return { headers: { 'content-type': body.contentType, ...headers }, body: Buffer.from(body.bytes) };
}

const flatten = (headers: Dispatcher.ResponseData['headers']): Answer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

function failureOf(world: string, error: unknown, timeoutMs: number): UpstreamError {
  if (error instanceof BudgetSpentError) {
    return new UpstreamError({
      world,
      kind: 'limited',
      message: error.message,
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  }
  if (error instanceof TooLargeError)
    return new UpstreamError({ world, kind: 'odd', message: error.message, cause: error });
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const message = isTimeout ? `no answer within ${timeoutMs} ms` : 'could not be reached';
  return new UpstreamError({ world, kind: 'down', message, cause: error });
}

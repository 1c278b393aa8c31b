import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Clock,
  type Span,
  seconds,
  type TraceDoor,
  type TracedCall,
  type TracedMessage,
  type TracedOutcome,
} from '@tally/kernel';
import { describeUrl, isKept, spanIdOf, traceIdOf } from './ids.ts';

/** A span with its ids, ready to be exported. */
export interface Finished {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string | undefined;
  readonly name: string;
  readonly kind: Span['kind'] | 'client' | 'consumer';
  readonly from: Date;
  readonly to: Date;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly error?: string | undefined;
  /** The span that caused this trace. */
  readonly link?: { readonly traceId: string; readonly spanId: string } | undefined;
}

export interface TraceOptions {
  readonly clock: Clock;
  readonly ratio: number;
  /** Must not block. */
  readonly send: (span: Finished) => void;
  readonly onFault: (error: unknown) => void;
}

/** Traces of messages slower than this are always kept. */
const SLOW_MS = seconds(5);
/** The number of messages whose attempts wait for the decision to keep them. The oldest are dropped first. */
const MOST_HELD = 1_000;
const PROCESS = 'process deliveries';

interface Attempt {
  readonly message: TracedMessage;
  readonly of: string;
  readonly traceId: string;
  readonly calls: Finished[];
  sent: number;
}

/** All attempts for a message share its root span. An edit has its own. */
const partOf = ({ messageId, version }: TracedMessage): number => (messageId ? version : 0);

export function createTraces({ clock, ratio, send, onFault }: TraceOptions): TraceDoor {
  const attempts = new AsyncLocalStorage<Attempt>();
  const held = new Map<string, readonly Finished[]>();

  /** A tracing error must not affect a message. */
  function safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      onFault(error);
    }
  }

  function hold(id: string, spans: readonly Finished[]): void {
    held.set(id, spans);
    if (held.size > MOST_HELD) held.delete(held.keys().next().value as string);
  }

  function span(of: `event:${string}` | `delivery:${string}`, describe: () => Span): void {
    const traceId = traceIdOf(of);
    const isOrdinary = isKept(traceId, ratio);
    // Most traces are dropped unless an error occurs.
    if (!isOrdinary && of.startsWith('delivery:')) return;
    const { parent, part, attributes = {}, ...rest } = describe();
    if (!isOrdinary && rest.error === undefined) return;
    const parentId = parent && spanIdOf(of, parent.name, parent.part);
    send({ ...rest, traceId, spanId: spanIdOf(of, rest.name, part), parentId, attributes });
  }

  function close({ message, of, traceId, calls }: Attempt, from: Date, outcome: TracedOutcome | undefined): void {
    const to = clock.now();
    const begin = beginOf(message, from);
    const state = outcome?.state ?? message.state;
    const isFailed = state === 'failed' || state === 'unconfirmed';
    const isAlways = isFailed || to.getTime() - begin.getTime() > SLOW_MS;
    const all = [...(held.get(message.id) ?? []), ...calls];
    held.delete(message.id);
    const isOver = outcome?.nextAttemptAt === null;
    if (!isAlways && !isKept(traceId, ratio)) {
      if (!isOver && all.length > 0) hold(message.id, all);
      return;
    }
    for (const each of all) send(each);
    if (!isOver) return;
    const reason = outcome.reason === undefined ? message.reason : outcome.reason;
    send({
      traceId,
      spanId: spanIdOf(of, PROCESS, partOf(message)),
      name: PROCESS,
      kind: 'consumer',
      from: begin,
      to,
      attributes: {
        'messaging.system': 'tally',
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': 'deliveries',
        'messaging.message.id': message.id,
        'messaging.message.conversation_id': message.sessionId ?? undefined,
        'tally.platform': message.platform ?? undefined,
        'tally.kind': message.kind,
        'tally.outcome': state,
        'tally.reason': reason ?? undefined,
        'tally.attempt': message.attempts,
      },
      ...(isFailed && { error: reason ?? state }),
      link: linkOf(message),
    });
  }

  return {
    span: (of, describe) => safely(() => span(of, describe)),
    async attempt(message, work) {
      const of = `delivery:${message.id}` as const;
      const from = clock.now();
      const attempt: Attempt = { message, of, traceId: traceIdOf(of), calls: [], sent: 0 };
      // A sender that died cannot end its own span.
      if (message.lost > 0) attempt.calls.push(abandoned(attempt, from));
      let outcome: TracedOutcome | undefined;
      try {
        const done = await attempts.run(attempt, work);
        outcome = done;
        return done;
      } finally {
        safely(() => close(attempt, from, outcome));
      }
    },
    call(call) {
      const attempt = attempts.getStore();
      if (attempt) safely(() => follow(attempt, call, clock));
    },
  };
}

/** A delay that the owner requested does not count as slow. */
function beginOf({ messageId, attempts, lost, queuedAt, nextAttemptAt }: TracedMessage, from: Date): Date {
  if (messageId) return from;
  const isFirst = attempts <= 1 && lost === 0;
  return isFirst && nextAttemptAt && nextAttemptAt > queuedAt ? nextAttemptAt : queuedAt;
}

/** Only the ids of events about streams can be derived from a row. */
function linkOf({ sessionId, kind }: TracedMessage): Finished['link'] {
  if (sessionId === null || (kind !== 'live' && kind !== 'end')) return undefined;
  const event = `event:${sessionId}:${kind}`;
  return { traceId: traceIdOf(event), spanId: spanIdOf(event, 'decide') };
}

/**
 * The fence identifies a part of the trace, because no two claims share a fence. The counts of attempts and of lost
 * ones may go down again.
 */
const base = ({ of, traceId, message }: Attempt, name: string, part: string | number) => ({
  traceId,
  spanId: spanIdOf(of, name, part),
  parentId: spanIdOf(of, PROCESS, partOf(message)),
  name,
});

const abandoned = (attempt: Attempt, at: Date): Finished => ({
  ...base(attempt, 'abandoned', attempt.message.fence),
  kind: 'internal',
  from: at,
  to: at,
  error: 'abandoned',
  attributes: { 'tally.attempt': attempt.message.lost },
});

function follow(attempt: Attempt, { method, url, status }: TracedCall, clock: Clock): void {
  const { message, calls } = attempt;
  const from = clock.now();
  const { full, template } = describeUrl(url);
  const { hostname, port, protocol } = new URL(url);
  const repeats = message.attempts - 1 + message.lost + attempt.sent;
  const part = attempt.sent === 0 ? message.fence : `${message.fence}.${attempt.sent}`;
  attempt.sent += 1;
  const end = (code?: number): void => {
    const error = code === undefined ? 'no_answer' : code >= 400 ? String(code) : undefined;
    calls.push({
      ...base(attempt, `${method} ${template}`, part),
      kind: 'client',
      from,
      to: clock.now(),
      error,
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
        'url.full': full,
        'url.template': template,
        'http.response.status_code': code,
        'error.type': error,
        'http.request.resend_count': repeats > 0 ? repeats : undefined,
      },
    });
  };
  status.then(end, () => end());
}

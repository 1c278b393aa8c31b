import './start/zod-without-eval.ts';
import type { CallInput, WireRequest } from '@tally/contract/wire/client';
import type { AnyEndpoint, ReplyOf } from '@tally/contract/wire/endpoint';
import type { ErrorCode } from '@tally/contract/wire/errors';
import type { Messages } from '../i18n/homes.ts';
import type { Intent } from './drafts/intent.ts';
import type { Late } from './late-home.ts';
import { apiPath } from './paths/paths.ts';
import { noteMissingScript } from './start/missing-script.ts';

/** The text to show if the API sent none, as a key of `messages/<language>/failures.json`. */
export type Fallback = keyof Messages['failures'];

export type CallFailure = 'refused' | 'network' | 'timeout' | 'aborted' | 'badResponse' | 'outdated';

/** A failed call. `text` is the API's own message, in the person's language. */
export class CallError extends Error {
  readonly kind: CallFailure;
  readonly status: number;
  readonly text: string | undefined;
  readonly fallback: Fallback;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;

  constructor(about: {
    kind: CallFailure;
    fallback: Fallback;
    status?: number | undefined;
    text?: string | undefined;
    code?: ErrorCode | undefined;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(about.text ?? about.fallback, { cause: about.cause });
    this.name = 'CallError';
    this.kind = about.kind;
    this.status = about.status ?? 0;
    this.text = about.text;
    this.fallback = about.fallback;
    this.code = about.code;
    this.requestId = about.requestId;
  }
}

/** True if the API did not answer, or only a proxy answered for it. A retry may succeed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout' || error.status >= 502);

/** True if each line of the error's text begins with the path of a field. */
export const isRefusedField = (error: unknown): boolean => error instanceof CallError && error.code === 'invalidFields';

export interface CallOptions {
  fallback: Fallback;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The file of an upload, sent together with the body's fields. */
  file?: Blob;
}

/** An endpoint that is declared `once` requires an intent. */
export type OptionsOf<E extends AnyEndpoint> = CallOptions &
  (E['once'] extends true ? { readonly intent: Intent } : { readonly intent?: never });

const TIMEOUT_MS = 30_000;

type Reach = (path: string, init: RequestInit) => Promise<Response>;

let reach: Reach = (path, init) => fetch(apiPath(path), init);

/** Sets how to reach the API: pages call it through our own origin, and the server through `ask-ahead.ts`. */
export function reachApiBy(way: Reach): void {
  reach = way;
}

/** Calls an endpoint and returns its typed data, or throws a `CallError`. */
export async function call<E extends AnyEndpoint>(
  late: Late<E>,
  input: CallInput<E>,
  options: OptionsOf<E>,
): Promise<ReplyOf<E>> {
  const { fallback, signal, timeoutMs = TIMEOUT_MS } = options;
  const [endpoint, { encodeRequest, decodeReply }] = await fetched(late, fallback);
  const wire = encodeRequest(endpoint, input);
  const answer = await send(endpoint, wire, { ...options, signal: withTimeout(signal, timeoutMs) });
  const envelope = await readEnvelope(answer, fallback);
  if (answer.status !== 200 || envelope.status !== 200) {
    throw new CallError({
      kind: 'refused',
      fallback,
      status: envelope.status ?? answer.status,
      text: errorText(envelope.error),
      code: envelope.code,
      requestId: envelope.requestId ?? answer.headers.get('x-request-id') ?? undefined,
    });
  }
  try {
    return decodeReply(endpoint, envelope) as ReplyOf<E>;
  } catch (cause) {
    throw new CallError({ kind: 'badResponse', fallback, status: 200, cause });
  }
}

/** Loads an endpoint's declaration and parser. If that fails, the server is unreachable or the page is outdated. */
async function fetched<E extends AnyEndpoint>(late: Late<E>, fallback: Fallback) {
  try {
    return await Promise.all([late(), import('@tally/contract/wire/client')]);
  } catch (cause) {
    if (await noteMissingScript()) throw new CallError({ kind: 'outdated', fallback: 'needsReload', cause });
    throw new CallError({ kind: 'network', fallback, cause });
  }
}

/** Joins an array of errors into one sentence per line. A text stays unchanged. */
export function errorText(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.length > 0 ? error.map(String).join('\n') : undefined;
  return typeof error === 'string' && error !== '' ? error : undefined;
}

async function send(
  { upload }: AnyEndpoint,
  wire: WireRequest,
  options: CallOptions & { intent?: Intent },
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (options.intent !== undefined) headers.set('idempotency-key', options.intent);
  let body: BodyInit | null = null;
  if (options.file && upload) body = formOf(wire.body, upload.field, options.file);
  else if (wire.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = wire.body;
  }
  try {
    return await reach(wire.path, { method: wire.method, headers, body, signal: options.signal ?? null });
  } catch (cause) {
    throw new CallError({ kind: failureOf(cause), fallback: options.fallback, cause });
  }
}

interface LooseEnvelope {
  status?: number;
  error?: unknown;
  code?: ErrorCode;
  requestId?: string;
}

async function readEnvelope(answer: Response, fallback: Fallback): Promise<LooseEnvelope> {
  try {
    const read: unknown = await answer.json();
    if (typeof read === 'object' && read !== null) return read;
  } catch (cause) {
    const kind = failureOf(cause);
    throw new CallError({ kind: kind === 'network' ? 'badResponse' : kind, fallback, status: answer.status, cause });
  }
  throw new CallError({ kind: 'badResponse', fallback, status: answer.status });
}

function failureOf(cause: unknown): CallFailure {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return 'timeout';
  return name === 'AbortError' ? 'aborted' : 'network';
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function formOf(fields: string | undefined, fileField: string, file: Blob): FormData {
  const form = new FormData();
  // The fields precede the file, because the API reads the stream in order and needs them first.
  for (const [name, value] of Object.entries(JSON.parse(fields ?? '{}') as Record<string, unknown>)) {
    form.set(name, String(value));
  }
  form.set(fileField, file);
  return form;
}

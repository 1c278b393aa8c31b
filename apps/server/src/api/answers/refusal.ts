import { type ErrorCode, errorStatus, type Failure, type TextKey } from '@tally/contract';
import { isDatabaseDown } from '@tally/infra/db';
import { AppError, type Caller, type Ctx, explainTrouble, say, UpstreamError } from '@tally/kernel';
import { ZodError } from 'zod';

/** The response for the caller, and the entry for the log. */
export interface Refusal {
  readonly envelope: Failure;
  readonly headers: Readonly<Record<string, string>>;
  /** True for bugs and outages, for which the log gets the full report. */
  readonly isOurs: boolean;
}

interface Verdict {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly fields?: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
  readonly isOurs?: boolean;
}

export interface RequestLimits {
  readonly maxBytes: number;
  readonly mediaType: string;
}

const defaultLimits: RequestLimits = { maxBytes: 262_144, mediaType: 'application/json' };

/** Handles every error: returns one of our codes and a sentence in the caller's language, never a stack trace. */
export function refuse(
  error: unknown,
  about: Pick<Ctx, 'locale' | 'requestId' | 'caller'>,
  limits: RequestLimits = defaultLimits,
): Refusal {
  const verdict = judge(error, limits, about.caller);
  const sentence = errorText(about, verdict);
  const isList = verdict.fields !== undefined && verdict.fields.length > 0;
  return {
    envelope: {
      status: errorStatus[verdict.code],
      error: isList ? [...(verdict.fields ?? [])] : sentence,
      code: verdict.code,
      requestId: about.requestId,
    },
    headers: verdict.retryAfterSeconds === undefined ? {} : { 'retry-after': String(verdict.retryAfterSeconds) },
    isOurs: verdict.isOurs ?? false,
  };
}

function judge(error: unknown, limits: RequestLimits, caller: Caller): Verdict {
  if (error instanceof AppError) {
    const seconds = error.values['seconds'];
    return {
      code: error.code,
      values: error.values,
      fields: error.fields,
      retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
    };
  }
  if (error instanceof UpstreamError) return judgeUpstream(error, caller);
  // A reply that does not match its own schema is our bug, for every code.
  if (error instanceof ZodError) return { code: 'internal', isOurs: true };
  if (isDatabaseDown(error)) return { code: 'unavailable', isOurs: true, retryAfterSeconds: 5 };
  return judgeFramework(error, limits) ?? { code: 'internal', isOurs: true };
}

function judgeUpstream(error: UpstreamError, caller: Caller): Verdict {
  const { code, values } = explainTrouble(error, caller);
  const { seconds } = values;
  // A limit that we set on purpose is not a failure of ours.
  if (typeof seconds === 'number') return { code, values, retryAfterSeconds: seconds };
  const retryAfterMs = code === 'unavailable' ? undefined : error.retryAfterMs;
  return { code, isOurs: true, retryAfterSeconds: retryAfterMs && Math.ceil(retryAfterMs / 1_000) };
}

/** Handles refusals by Fastify and its multipart reader, which have their own codes. */
function judgeFramework(error: unknown, limits: RequestLimits): Verdict | undefined {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return { code: 'tooLarge', values: { max: bytesText(limits.maxBytes) } };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return { code: 'unsupportedMediaType', values: { expected: limits.mediaType } };
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return { code: 'malformedJson' };
    default:
      return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
        ? { code: 'badRequest' }
        : undefined;
  }
}

export function bytesText(count: number): string {
  if (count % 1_048_576 === 0) return `${count / 1_048_576} MiB`;
  if (count % 1024 === 0) return `${count / 1024} KiB`;
  return `${count} bytes`;
}

/** A refusal must not fail, so if a value is missing, the text is used without values. */
function errorText(about: Pick<Ctx, 'locale'>, { code, values }: Verdict): string {
  const key = `errors.${code}` as TextKey;
  try {
    return say(about.locale, key, values);
  } catch {
    return say(about.locale, 'errors.badRequest');
  }
}

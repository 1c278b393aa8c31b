import { parseJson, UpstreamError, type UpstreamKind } from '@tally/kernel';
import { z } from 'zod';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Returns what a status means for us. 2xx and 304 are not errors. */
export function kindOfStatus(status: number): UpstreamKind | null {
  if ((status >= 200 && status < 300) || status === 304) return null;
  if (status === 429) return 'limited';
  if (status === 401 || status === 403) return 'denied';
  if (status === 404 || status === 410) return 'gone';
  if (status >= 500 || status === 408 || status === 425) return 'down';
  return 'odd';
}

/** The error code of the service, if its JSON has one. We never use its text, which may repeat our request. */
const Complaint = z.object({ code: z.union([z.number(), z.string().max(64)]) });
const ErrorWord = z.object({ error: z.string().max(64) });
/** Google's errors: https://cloud.google.com/apis/design/errors#http_mapping, in the older form of the Data API. */
const ErrorReasons = z.object({
  error: z.object({ errors: z.tuple([z.object({ reason: z.string().max(64) })], z.unknown()) }),
});

export function errorOf(world: string, answer: Answer, now: Date): UpstreamError {
  return new UpstreamError({
    world,
    kind: kindOfStatus(answer.status) ?? 'odd',
    message: `answered ${answer.status}`,
    status: answer.status,
    retryAfterMs: retryAfterOf(answer.headers, now.getTime()),
    upstreamCode: codeOf(answer.bytes),
  });
}

function codeOf(bytes: Buffer): string | number | undefined {
  if (bytes.length > 65_536) return undefined;
  const json = parseJson(bytes);
  return (
    Complaint.safeParse(json).data?.code ??
    ErrorWord.safeParse(json).data?.error ??
    ErrorReasons.safeParse(json).data?.error.errors[0].reason
  );
}

/** The header holds seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfterOf(headers: Answer['headers'], now: number): number | undefined {
  const text = headers['retry-after'];
  if (!text) return untilReset(headers, now);
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now;
  // Limits the wait, so a wrong header does not stop our calls for a week.
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), 3_600_000) : undefined;
}

/**
 * Returns when the bucket resets, in seconds since 1970. Twitch sends only this:
 * https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits. If calls remain, the refusal had another reason.
 */
function untilReset(headers: Answer['headers'], now: number): number | undefined {
  const reset = Number(headers['ratelimit-reset']);
  if (headers['ratelimit-remaining'] !== '0' || !(reset > 1_000_000_000)) return undefined;
  return Math.min(Math.max(0, reset * 1_000 - now), 3_600_000);
}

import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { UpstreamError, type UpstreamKind } from '@tally/kernel';
import { z } from 'zod';
import { isWriteLimit } from './too-many.ts';

const WORLD = 'discord';

/** Converts an error into ours. `name` is the name of the call. */
export function toUpstreamError(error: unknown, name: string): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const make = (kind: UpstreamKind, message: string, more: Partial<UpstreamError> = {}): UpstreamError =>
    new UpstreamError({ world: WORLD, kind, message: `${name}: ${message}`, cause: error, ...more });
  if (error instanceof RateLimitError)
    return make('limited', 'rate limited', { retryAfterMs: waitOf(error), status: 429 });
  if (error instanceof DiscordAPIError) {
    const { status, code } = error;
    return make(kindOf(status, code), reasonOf(error), { status, upstreamCode: code, ...waitIn(error) });
  }
  if (error instanceof HTTPError) return make('down', `answered ${error.status}`, { status: error.status });
  if (error instanceof z.ZodError) return make('odd', `an answer of another shape (${placeOf(error)})`);
  if (error instanceof Error && error.name === 'AbortError') return make('down', 'given up before an answer came');
  return make('down', error instanceof Error ? error.message : 'no answer');
}

export const limited = (
  name: string,
  retryAfterMs: number,
  why: string,
  upstreamCode?: UpstreamError['upstreamCode'],
): UpstreamError =>
  new UpstreamError({ world: WORLD, kind: 'limited', message: `${name}: ${why}`, retryAfterMs, upstreamCode });

export const gone = (name: string, upstreamCode: number): UpstreamError =>
  new UpstreamError({ world: WORLD, kind: 'gone', message: `${name}: no longer exists`, upstreamCode });

const Wait = z.object({ retry_after: z.number() });

/** Returns the error of a refused token, with the time until the token is tried again. */
export const tokenRefused = (name: string, retryAfterMs: number): UpstreamError =>
  new UpstreamError({
    world: WORLD,
    kind: 'denied',
    message: `${name}: Discord refuses the bot token`,
    status: 401,
    retryAfterMs,
  });

/** Write limits give their duration in the response body. */
function waitIn({ rawError }: DiscordAPIError): Partial<UpstreamError> {
  const said = Wait.safeParse(rawError).data;
  return said ? { retryAfterMs: Math.ceil(said.retry_after * 1000) } : {};
}

export const waitOf = (error: RateLimitError): number =>
  Math.ceil(Math.max(error.retryAfter, error.timeToReset, error.sublimitTimeout, 1));

function kindOf(status: number, code: number | string): UpstreamKind {
  if (isWriteLimit(code) || status === 429) return 'limited';
  if (typeof code === 'number' && code >= 10_000 && code < 11_000) return 'gone';
  if (status === 401 || status === 403 || code === 'invalid_grant' || code === 'access_denied') return 'denied';
  if (status === 404 || status === 410) return 'gone';
  // With 400 and similar statuses, Discord does not accept our request, so a retry does not help.
  return 'odd';
}

/** Returns Discord's own sentence, with the first field that it rejects. */
function reasonOf(error: DiscordAPIError): string {
  return error.message.replaceAll('\n', ' ').slice(0, 300);
}

const placeOf = (error: z.ZodError): string => error.issues[0]?.path.join('.') || 'whole';

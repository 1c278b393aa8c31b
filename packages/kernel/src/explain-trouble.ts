import { type ErrorCode, platformName } from '@tally/contract';
import type { Caller } from './ctx.ts';
import type { UpstreamError } from './errors.ts';

export interface Told {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
}

const UNKNOWN_WAIT_MS = 60_000;

/** Returns the error that a person sees when an outside service fails, and when to try again. */
export function explainTrouble(error: UpstreamError, caller: Caller): Told {
  const platform = platformName(error.world);
  if (platform !== undefined && error.kind === 'limited') {
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? UNKNOWN_WAIT_MS) / 1_000));
    const code = caller.kind === 'anonymous' ? 'strangersUsedUp' : 'platformBusy';
    return { code, values: { platform, seconds } };
  }
  // `denied` concerns our own key, which the caller cannot change.
  if (error.world !== 'discord' || error.kind === 'denied') return { code: 'unavailable', values: {} };
  return { code: error.kind === 'limited' ? 'discordLimited' : 'discordDown', values: {} };
}

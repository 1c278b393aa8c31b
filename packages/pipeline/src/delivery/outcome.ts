import type { DeliveryReason } from '@tally/contract';
import { UpstreamError } from '@tally/kernel';

/** What to do about an attempt that did not succeed. */
export type Trouble =
  /** Never again: the destination refuses us, and asking again would only count as an invalid request. */
  | { readonly kind: 'refused'; readonly reason: DeliveryReason; readonly detail: string }
  | { readonly kind: 'later'; readonly reason: DeliveryReason; readonly waitMs: number; readonly detail: string }
  /** The message that we wanted to change is gone: a moderator took it away. */
  | { readonly kind: 'vanished' };

/** Discord's own codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_MESSAGE = 10008;
const MISSING_ACCESS = 50001;
const MISSING_PERMISSIONS = 50013;

/** Anything that is not the outside world's doing is a bug and goes on its way. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof UpstreamError)) throw error;
  const detail = error.message;
  if (error.upstreamCode === UNKNOWN_MESSAGE) return { kind: 'vanished' };
  switch (error.kind) {
    case 'limited':
      return { kind: 'later', reason: 'discordDown', waitMs: error.retryAfterMs ?? 0, detail };
    case 'down':
      return { kind: 'later', reason: 'discordDown', waitMs: error.retryAfterMs ?? 0, detail };
    case 'gone':
      return {
        kind: 'refused',
        reason: error.upstreamCode === UNKNOWN_CHANNEL ? 'unknownChannel' : 'refused',
        detail,
      };
    case 'denied':
      return {
        kind: 'refused',
        reason: isPermission(error.upstreamCode) ? 'missingPermission' : 'refused',
        detail,
      };
    case 'odd':
      return { kind: 'refused', reason: 'refused', detail };
    default:
      return error.kind satisfies never;
  }
}

const isPermission = (code: number | string | undefined) => code === MISSING_ACCESS || code === MISSING_PERMISSIONS;

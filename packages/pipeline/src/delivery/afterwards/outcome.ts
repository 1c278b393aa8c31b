import type { DeliveryReason } from '@tally/contract';
import { UpstreamError } from '@tally/kernel';

/** What to do about a failed attempt. `isSure` means that Discord accepted nothing. */
export type Trouble = { readonly detail: string; readonly isSure: boolean } & (
  | /** Final: the destination refuses us, and asking again would only count as an invalid request. */ {
      readonly kind: 'refused';
      readonly reason: DeliveryReason;
    }
  | { readonly kind: 'later'; readonly reason: DeliveryReason; readonly waitMs: number }
  /** A moderator deleted the message that we wanted to change. */
  | { readonly kind: 'vanished' }
);

/** Discord's own codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_MESSAGE = 10008;
const UNKNOWN_WEBHOOK = 10015;
export const WRONG_WEBHOOK_TOKEN = 50027;
const TOO_MANY_WEBHOOKS = 30007;
const MISSING_ACCESS = 50001;
const MISSING_PERMISSIONS = 50013;
/** Discord limits edits of messages that are published or older than an hour. */
const editLimits: ReadonlySet<unknown> = new Set([20022, 20028, 30046]);

/**
 * Discord rejects the bot's token. The message is fine and can be sent once an operator replaces the token. A webhook's
 * token gets the same status with its own code.
 */
export const isTokenRefused = ({ status, upstreamCode }: UpstreamError): boolean =>
  status === 401 && upstreamCode !== WRONG_WEBHOOK_TOKEN;

/** Rethrows any error that is not an upstream error, because it is a bug. */
export function troubleOf(error: unknown, { isEdit = false } = {}): Trouble {
  if (!(error instanceof UpstreamError)) throw error;
  const detail = error.message;
  const later = (isSure: boolean): Trouble => {
    const reason = isEdit && editLimits.has(error.upstreamCode) ? 'editLimit' : 'discordDown';
    return { kind: 'later', reason, waitMs: error.retryAfterMs ?? 0, detail, isSure };
  };
  const refused = (reason: DeliveryReason): Trouble => ({ kind: 'refused', reason, detail, isSure: true });
  if (isTokenRefused(error)) return later(true);
  if (error.upstreamCode === UNKNOWN_MESSAGE) return { kind: 'vanished', detail, isSure: true };
  switch (error.kind) {
    case 'limited':
      return later(true);
    case 'down':
      return later(false);
    case 'gone':
    case 'denied':
      return refused(reasonOf(error.upstreamCode));
    case 'odd':
      // Without a status, Discord accepted the request but we could not read the response.
      return error.status === undefined ? later(false) : refused(reasonOf(error.upstreamCode));
    default:
      return error.kind satisfies never;
  }
}

const reasons: ReadonlyMap<number | string | undefined, DeliveryReason> = new Map([
  [UNKNOWN_CHANNEL, 'unknownChannel'],
  [UNKNOWN_WEBHOOK, 'webhookGone'],
  [TOO_MANY_WEBHOOKS, 'tooManyWebhooks'],
  [MISSING_ACCESS, 'missingPermission'],
  [MISSING_PERMISSIONS, 'missingPermission'],
]);

const reasonOf = (code: number | string | undefined): DeliveryReason => reasons.get(code) ?? 'refused';

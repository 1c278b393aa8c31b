import { type Answer, answerJson, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerJson,
  answerPage,
  answerText,
  type Call,
  type Names,
  type Route,
} from '../platform/call.ts';

export type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';

export interface About {
  readonly type?: ErrorType;
  readonly code?: string;
  readonly param?: string;
  readonly declineCode?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** `{"error":{"type":"invalid_request_error","code":"resource_missing",…}}`: https://docs.stripe.com/api/errors */
export class Refusal extends PlatformRefusal {
  readonly status: number;
  readonly about: About;

  constructor(status: number, message: string, about: About = {}) {
    super(message);
    this.status = status;
    this.about = about;
  }

  toAnswer(): Answer {
    const { type = 'invalid_request_error', code, param, declineCode, more } = this.about;
    const error = {
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      ...(declineCode ? { decline_code: declineCode } : {}),
      message: this.message,
      ...(param ? { param } : {}),
      type,
      ...more,
    };
    return answerJson(this.status, { error });
  }
}

export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param });

/** Returns the named object, or throws Stripe's refusal. A reference inside a body is refused with 400. */
export function find<T>(rows: ReadonlyMap<string, T>, what: string, id: string, param?: string): T {
  const row = rows.get(id);
  if (row) return row;
  throw param ? new Refusal(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param }) : missing(what, id);
}

export const declined = (message = 'Your card was declined.', declineCode = 'generic_decline'): Refusal =>
  new Refusal(402, message, { type: 'card_error', code: 'card_declined', declineCode });

/** https://docs.stripe.com/error-codes#subscription-payment-intent-requires-action */
export const needsOwner = (of: 'invoice' | 'subscription'): Refusal =>
  new Refusal(
    402,
    of === 'invoice'
      ? 'This payment requires additional user action before it can be completed successfully.'
      : 'Subscription updates with `payment_behavior` set to `error_if_incomplete` cannot be paid without additional user action.',
    { type: 'card_error', code: `${of}_payment_intent_requires_action` },
  );

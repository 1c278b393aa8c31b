import type { Ctx } from './ctx.ts';

/**
 * A push from outside, at `/webhooks/<name>`. The body is the exact bytes that were sent, unparsed, because signatures
 * cover them.
 */
export interface Webhook {
  /** The name has small letters, digits and `-`. */
  readonly name: string;
  /** Another path, if an agreement with the sender requires it. Defaults to `/webhooks/<name>`. */
  readonly path?: string;
  /** Some services first send a GET to confirm the subscription. */
  readonly methods: readonly ('GET' | 'POST')[];
  /** Return only after everything that must not be lost is stored. An error gives a 503, so the sender retries. */
  readonly receive: (ctx: Ctx, request: WebhookRequest) => Promise<WebhookAnswer>;
}

export interface WebhookRequest {
  readonly method: 'GET' | 'POST';
  /** The headers by lower-case name. A repeated header is joined as Node does. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
  /** When the first byte arrived. */
  readonly arrivedAt?: Date | undefined;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
  /** Why the push is not genuine. Refused pushes are counted, and a sender with too many is blocked. */
  readonly refused?: string;
}

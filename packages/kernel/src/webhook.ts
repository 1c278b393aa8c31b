import type { Ctx } from './ctx.ts';

/**
 * A push from outside, at `/webhooks/<name>`. The body is the exact bytes that were sent, because signatures cover
 * them. Nothing has parsed it yet.
 */
export interface Webhook {
  /** Small letters, digits and `-`. */
  readonly name: string;
  /** Another path, if an agreement with the sender requires it; absent: `/webhooks/<name>`. */
  readonly path?: string;
  /** Some worlds send a GET first, to confirm the subscription. */
  readonly methods: readonly ('GET' | 'POST')[];
  /**
   * Answer only after everything that must not be lost is stored. A throw answers 503, which makes the sender retry.
   */
  readonly receive: (ctx: Ctx, request: WebhookRequest) => Promise<WebhookAnswer>;
}

export interface WebhookRequest {
  readonly method: 'GET' | 'POST';
  /** Lower-case names; a repeated header is joined as Node does. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
  /** When its first byte arrived. */
  readonly arrivedAt?: Date | undefined;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
  /** Why the push is not genuine. Refused pushes are counted, and a sender with too many is no longer read. */
  readonly refused?: string;
}

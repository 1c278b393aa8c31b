import type { Ctx } from './ctx.ts';

/**
 * A push from outside, at `/webhooks/<name>`. The body arrives as the very bytes that were sent, because
 * signatures are made over them; nothing has looked at it yet.
 */
export interface Webhook {
  /** Small letters, digits and `-`. */
  readonly name: string;
  /** Where an agreement with its sender says so; absent: `/webhooks/<name>`. */
  readonly path?: string;
  /** Some worlds first ask with a GET whether we mean it. */
  readonly methods: readonly ('GET' | 'POST')[];
  /** Answer only after everything that must not be lost is stored. A throw answers 503, so that they send again. */
  readonly receive: (ctx: Ctx, request: WebhookRequest) => Promise<WebhookAnswer>;
}

export interface WebhookRequest {
  readonly method: 'GET' | 'POST';
  /** Names in small letters; a header that came twice is joined as Node does. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
  /** Why it is not from whom it claims to be. Such pushes are counted, and who sends many is not read any more. */
  readonly refused?: string;
}

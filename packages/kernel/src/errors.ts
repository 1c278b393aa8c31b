import type { ErrorCode } from '@tally/contract';

/**
 * A refusal that the user can understand and act on. Its code determines the response's status and sentence. `fields`
 * contains one sentence per bad field, which replace the general one.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly string[];

  constructor(code: ErrorCode, values: Record<string, string | number> = {}, fields: readonly string[] = []) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.values = values;
    this.fields = fields;
  }
}

/**
 * The kind of failure outside. `down`: try again later. `limited`: not before `retryAfterMs`. `denied`: our key or our
 * permissions. `gone`: it no longer exists. `odd`: we do not understand the response, which never means "offline".
 */
export type UpstreamKind = 'down' | 'limited' | 'denied' | 'gone' | 'odd';

/** Thrown only at the doors to the outside: infra/http and discord/rest. */
export class UpstreamError extends Error {
  readonly world: string;
  readonly kind: UpstreamKind;
  readonly retryAfterMs: number | undefined;
  /** The HTTP status and the service's own error code, if there was a response. */
  readonly status: number | undefined;
  readonly upstreamCode: number | string | undefined;

  constructor(about: {
    world: string;
    kind: UpstreamKind;
    message: string;
    retryAfterMs?: number | undefined;
    status?: number | undefined;
    upstreamCode?: number | string | undefined;
    cause?: unknown;
  }) {
    super(`${about.world}: ${about.message}`, { cause: about.cause });
    this.name = 'UpstreamError';
    this.world = about.world;
    this.kind = about.kind;
    this.retryAfterMs = about.retryAfterMs;
    this.status = about.status;
    this.upstreamCode = about.upstreamCode;
  }
}

import { z } from 'zod';
import type { PremiumFlag } from '../premium/flags.ts';
import type { Access } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Schema = z.core.$ZodType;

/** Declares no fields, so anything sent is dropped like all unknown keys. */
const nothing = z.object({});
export type Nothing = typeof nothing;

/**
 * One HTTP call, declared once. The API must implement it and the web calls this object. The OpenAPI document, the
 * authorization matrix and the fuzzer are generated from it. Paths use `{name}`, and every name must have a schema in
 * `params`.
 */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  O extends boolean = boolean,
> {
  readonly method: Method;
  readonly path: string;
  /** One line for the page in the API documentation. */
  readonly summary: string;
  readonly access: Access;
  /** The premium flag that the named server or user must have. */
  readonly flag?: PremiumFlag;
  /** The flag, if a word in the path or query chooses the feature. Words without an entry need no flag. */
  readonly flagBy?: ChosenBy<PremiumFlag>;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Set if a word in the path or query decides the body's shape. `body` is then the union of all shapes. */
  readonly bodyBy?: ChosenBy<Schema>;
  readonly reply: R;
  /** A multipart upload. `body` describes the fields, and the file is a separate part. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /**
   * Declares that a repeat would create, post, pay or send a second time. With the same `Idempotency-Key` the call runs
   * once, and a repeat gets the first answer. A POST or PUT is either declared `once` or listed as harmless.
   */
  readonly once: O;
  /**
   * The form of a successful answer: the envelope (default), a streamed file, events, or a redirect. With `noRedirect`
   * in the query, a redirect becomes an envelope.
   */
  readonly answers: 'envelope' | 'download' | 'redirect' | 'events';
  /**
   * A picture that never changes at its URL. A page shows hundreds at once, so pictures have their own rate limit, and
   * browsers cache them.
   */
  readonly isPicture?: boolean;
  /** A login call. It has its own rate limit, so other calls from the same IP address cannot lock people out. */
  readonly isLogin?: boolean;
  /**
   * True for a staff call that only reads a person's or a server's data. Each such read is recorded. Each staff GET
   * either declares this or is listed as harmless.
   */
  readonly isPersonal?: boolean;
  /**
   * True for a staff call that first works outside the database. Its handler opens the transaction itself (`carryOut`),
   * so no connection waits for that work.
   */
  readonly isSlow?: boolean;
  /** A larger body is refused with 413. */
  readonly maxBodyBytes: number;
}

/** A value that a word in the path or query decides, such as `{platform}` or `?type`. */
export interface ChosenBy<T> {
  readonly from: 'params' | 'query';
  readonly name: string;
  readonly choices: Readonly<Record<string, T>>;
}

/** The decoded path and query of one call. */
export interface Addressed {
  readonly params: unknown;
  readonly query: unknown;
}

function choose<T>(by: ChosenBy<T> | undefined, call: Addressed): T | undefined {
  if (!by) return undefined;
  const words = (call[by.from] ?? {}) as Readonly<Record<string, unknown>>;
  return by.choices[String(words[by.name])];
}

/** Returns the schema of this call's body. Always use it instead of `.body`. */
export const bodySchemaOf = (call: AnyEndpoint, addressed: Addressed): Schema =>
  choose(call.bodyBy, addressed) ?? call.body;

/** Returns the premium flag that this call needs, if any. Always use it instead of `.flag`. */
export const flagOf = (call: AnyEndpoint, addressed: Addressed): PremiumFlag | undefined =>
  choose(call.flagBy, addressed) ?? call.flag;

// oxlint-disable-next-line typescript/no-explicit-any -- a set of endpoints of any shape; each one stays typed where it is used
export type AnyEndpoint = Endpoint<any, any, any, any, any>;
export type Home = Readonly<Record<string, AnyEndpoint>>;

export type ParamsOf<E> = E extends Endpoint<infer P> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<Schema, infer Q> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B> ? z.output<B> : never;
export type ReplyOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

const DEFAULT_BODY_BYTES = 256 * 1024;

export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = z.ZodNull,
  const O extends boolean = false,
>(declared: {
  method: Method;
  path: string;
  summary: string;
  access: Access;
  flag?: PremiumFlag;
  flagBy?: ChosenBy<PremiumFlag>;
  params?: P;
  query?: Q;
  body?: B;
  bodyBy?: ChosenBy<Schema>;
  reply?: R;
  upload?: { field: string; maxBytes: number };
  once?: O;
  answers?: Endpoint['answers'];
  isPicture?: boolean;
  isLogin?: boolean;
  isPersonal?: boolean;
  isSlow?: boolean;
  maxBodyBytes?: number;
}): Endpoint<P, Q, B, R, O> {
  return {
    answers: 'envelope',
    maxBodyBytes: DEFAULT_BODY_BYTES,
    ...declared,
    // These defaults match the default type parameters.
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? z.object({})) as Q,
    body: (declared.body ?? nothing) as B,
    reply: (declared.reply ?? z.null()) as R,
    once: (declared.once ?? false) as O,
  };
}

import type { Core } from '../discord.ts';
import type { BucketRule } from '../rules/limits.ts';
import type { Application, Grant, User } from '../state/types.ts';

export type Auth =
  | { readonly kind: 'bot'; readonly application: Application; readonly user: User }
  | { readonly kind: 'bearer'; readonly grant: Grant; readonly user: User }
  | { readonly kind: 'none' };

export interface Upload {
  /** The n of `files[n]`. */
  readonly index: number;
  readonly filename: string;
  readonly contentType: string | undefined;
  readonly data: Buffer;
}

export interface Call<Body = unknown> {
  readonly core: Core;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly auth: Auth;
  readonly body: Body;
  readonly uploads: readonly Upload[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A call by a bot, as for most routes. */
export interface BotCall<Body = unknown> extends Call<Body> {
  readonly application: Application;
  readonly user: User;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  /** `bot`, `user` (a person's token with this scope), `either`, or none (the URL itself is the secret). */
  readonly auth: 'bot' | 'either' | 'none' | { readonly scope: string };
  /** The name of the published schema of the body, or `form` for urlencoded. Without it, no body is read. */
  readonly body?: string | { readonly form: true } | { readonly loose: true };
  /** Null if the route has no limit (answers to interactions). */
  readonly limit: BucketRule | null;
  /** The parameter that selects the bucket. */
  readonly major?: string;
  readonly run: (call: Call) => Reply | Promise<Reply>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const nothing: Reply = { status: 204 };

const SECOND = 1000;
export const bucket = (name: string, limit: number, seconds: number): BucketRule => ({
  name,
  limit,
  windowMs: seconds * SECOND,
});
/** A generous limit for routes whose real limit has caused no complaints. */
export const roomy = (name: string): BucketRule => bucket(name, 50, 1);

type Rest = Omit<Route, 'method' | 'path' | 'auth' | 'run'>;

const [GET, POST, PUT, PATCH, DELETE] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Declares a route for bots. The published schema is checked first, so the body has this type. */
export function botRoute<Body = undefined>(
  signature: string,
  rest: Rest,
  run: (call: BotCall<Body>) => Reply | Promise<Reply>,
): Route {
  const [method, path] = splitSignature(signature);
  return {
    ...rest,
    method,
    path,
    auth: 'bot',
    run(call) {
      if (call.auth.kind !== 'bot') throw new Error('A route for bots was called by somebody else');
      return run({ ...call, body: call.body as Body, application: call.auth.application, user: call.auth.user });
    },
  };
}

export function openRoute<Body = undefined>(
  signature: string,
  rest: Rest & { auth: Exclude<Route['auth'], 'bot'> },
  run: (call: Call<Body>) => Reply | Promise<Reply>,
): Route {
  const [method, path] = splitSignature(signature);
  return { ...rest, method, path, run: (call) => run({ ...call, body: call.body as Body }) };
}

function splitSignature(signature: string): [string, string] {
  const [method = '', path = ''] = signature.split(' ');
  if (![GET, POST, PUT, PATCH, DELETE].includes(method)) throw new Error(`${signature} has no known method`);
  return [method, path];
}

import type { Locale, UserFlag, UserId } from '@tally/contract';
import type { Config } from './config/config.ts';
import { AppError } from './errors.ts';
import type { Feature } from './feature.ts';
import type { Log } from './log.ts';
import type { RateLimit } from './rate-limit.ts';
import type { StaffLine } from './staff-record.ts';
import type { Timers } from './time/timers.ts';
import type { TraceDoor, Traced } from './trace.ts';

/** The only source of time. Tests and the simulated world can move it. */
export interface Clock {
  now(): Date;
}

/** The only source of randomness. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** Returns a whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
  /** Returns an unguessable id. */
  uuid(): string;
}

/** The caller of a use case. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system' }
  | {
      readonly kind: 'user';
      readonly userId: UserId;
      readonly sessionId: string;
      readonly flags: ReadonlySet<UserFlag>;
      /** The language they chose. Without it the language of the request applies. */
      readonly locale?: Locale | undefined;
    };

export type LoggedIn = Extract<Caller, { kind: 'user' }>;

/**
 * Everything a use case may access, created for each request, job and event. Each floor adds its own doors by
 * declaration merging (`declare module '@tally/kernel' { interface Ctx { db: Db } }`). A function's signature then
 * shows that it does IO, and tests can pass other doors.
 */
export interface Ctx {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly config: Config;
  readonly trace: TraceDoor;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly requestId: string;
  /** All manifests, for the few use cases that call every feature: counts, export, deletion, parts of a body. */
  readonly features: readonly Feature[];
  /** Where a request came from. Missing in jobs and events. */
  readonly client?: Client | undefined;
  /** Present only in rate-limited API requests. */
  readonly rateLimit?: RateLimit | undefined;
  /** Present only in staff calls (see `staff-record.ts`). */
  readonly staffLine?: StaffLine | undefined;
  /** Present only while a push is handled or an event is passed on. */
  readonly traced?: Traced | undefined;
  /** Stricter doors for this caller, because anonymous callers share a small part of our budget for outside calls. */
  readonly doorsFor?: ((caller: Caller) => Partial<Ctx>) | undefined;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** The language of the page that sent the request. Missing if the request named none. */
  readonly locale?: Locale | undefined;
}

/** The parts of a context that live as long as the process. */
export type Doors = Omit<
  Ctx,
  'caller' | 'locale' | 'requestId' | 'client' | 'rateLimit' | 'held' | 'staffLine' | 'traced'
>;

/** Returns a copy for another caller, with the doors that this caller may use. */
export const withCaller = (ctx: Ctx, caller: Caller): Ctx => ({ ...ctx, ...ctx.doorsFor?.(caller), caller });
/** Returns a copy in another language. The doors stay the same. */
export const withLocale = (ctx: Ctx, locale: Locale): Ctx => ({ ...ctx, locale });

/** Returns the logged-in caller. The API has already refused all other callers of such a call. */
export function requireUser(ctx: Pick<Ctx, 'caller'>): LoggedIn {
  if (ctx.caller.kind !== 'user') throw new AppError('notLoggedIn');
  return ctx.caller;
}

import type { Locale, UserFlag, UserId } from '@tally/contract';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import type { Feature } from './feature.ts';
import type { Log } from './log.ts';
import type { RateLimit } from './rate-limit.ts';
import type { StaffLine } from './staff-record.ts';
import type { Timers } from './timers.ts';

/** The only source of time. Tests and the simulated world can move it. */
export interface Clock {
  now(): Date;
}

/** The only source of randomness. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** A whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
}

/** Who is asking. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system' }
  | {
      readonly kind: 'user';
      readonly userId: UserId;
      readonly sessionId: string;
      readonly flags: ReadonlySet<UserFlag>;
      /** The language that they chose; without one the request's own is taken. */
      readonly locale?: Locale | undefined;
    };

export type LoggedIn = Extract<Caller, { kind: 'user' }>;

/**
 * What a use case may touch: made anew for every request, job and event. Each floor adds its own doors by
 * declaration merging (`declare module '@tally/kernel' { interface Ctx { db: Db } }`), so that a function shows
 * in its signature that it does IO, and tests can hand in other doors.
 */
export interface Ctx {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly config: Config;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly requestId: string;
  /** All manifests, for the few use cases that ask every feature: counts, export, forgetting, parts of a body. */
  readonly features: readonly Feature[];
  /** Where a request came from. Absent in jobs and events. */
  readonly client?: Client | undefined;
  /** Only in requests of the API that are counted. */
  readonly rateLimit?: RateLimit | undefined;
  /** Only in calls that a member of staff makes as such, see `staff-record.ts`. */
  readonly staffLine?: StaffLine | undefined;
  /** The doors that are narrower for this caller: strangers share a small part of what the outside lets us ask. */
  readonly doorsFor?: ((caller: Caller) => Partial<Ctx>) | undefined;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** The language of the page from which somebody asks. Absent where nobody said one. */
  readonly locale?: Locale | undefined;
}

/** The parts of a context that live as long as the process. */
export type Doors = Omit<Ctx, 'caller' | 'locale' | 'requestId' | 'client' | 'rateLimit' | 'held' | 'staffLine'>;

/** A copy for another caller, with the doors that are open to them. */
export const withCaller = (ctx: Ctx, caller: Caller): Ctx => ({ ...ctx, ...ctx.doorsFor?.(caller), caller });
/** A copy in another language; the doors stay the same. */
export const withLocale = (ctx: Ctx, locale: Locale): Ctx => ({ ...ctx, locale });

/** The person who asks. The gate has let nobody else through where a call is for people. */
export function requireUser(ctx: Pick<Ctx, 'caller'>): LoggedIn {
  if (ctx.caller.kind !== 'user') throw new AppError('notLoggedIn');
  return ctx.caller;
}

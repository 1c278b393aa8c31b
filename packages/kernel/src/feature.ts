import type { Access, ServerId, StaffHit, UserId } from '@tally/contract';
import type { Caller, Ctx } from './ctx.ts';
import type { Route } from './implement.ts';
import type { AnyHandledJob } from './job.ts';
import type { OpenPath } from './open-path.ts';
import type { PlatformEvent } from './platform.ts';
import type { StaffCall, StaffSubject } from './staff-record.ts';
import type { Webhook } from './webhook.ts';

/** A text of ours in which an uploaded file may stand. */
export interface FileUseOf {
  readonly title: string;
  /** The page on which staff edit it. */
  readonly path: string;
  /** All of its words and addresses. */
  readonly text: string;
}

/**
 * What a feature offers to the house. `apps/server` picks routes, gateway parts and jobs out of the registry;
 * nothing else knows the list. Upper floors add their own parts by declaration merging (discord: `gateway`,
 * `commands`, `intents`).
 */
export interface Feature {
  /** The same word as the contract file, the web folder and the dashboard's URL. */
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly jobs?: readonly AnyHandledJob[];
  /** Reacts to what happens on the platforms (worker). */
  readonly platform?: (ctx: Ctx, event: PlatformEvent) => Promise<void>;
  /** Recognises the caller behind an Authorization header. Exactly one feature (session) has it. */
  readonly authenticate?: (ctx: Ctx, token: string) => Promise<Caller>;
  /** Answers the access words that this feature knows about. Throws an AppError to refuse. */
  readonly access?: { readonly [W in Access['who']]?: AccessRule<W> };
  /**
   * The premium flags that a server holds, as bits. Exactly one feature (premium) has it; without it every server
   * has the free ones, or all with PLANS=unlimited.
   */
  readonly flags?: (ctx: Ctx, serverId: ServerId) => Promise<bigint>;
  /** Pushes from outside that this feature takes (api). */
  readonly webhooks?: readonly Webhook[];
  /** Addresses that programs of others are given (api). */
  readonly openPaths?: readonly OpenPath[];
  /** Which uploaded files stand in this feature's texts, for those who replace or delete one. */
  readonly fileUses?: (ctx: Ctx) => Promise<readonly FileUseOf[]>;
  /** Counts for the status page, by the name they have on the wire. */
  readonly counts?: (ctx: Ctx) => Promise<Readonly<Record<string, number>>>;
  /** More counts, for staff alone: they are asked for seldom. Those that stand together have a dot in their names. */
  readonly staffCounts?: (ctx: Ctx) => Promise<Readonly<Record<string, number>>>;
  /** What staff may look for by an id or some letters of a name: the best of them, so many at most. */
  readonly staffSearch?: (ctx: Ctx, words: string, limit: number) => Promise<readonly StaffHit[]>;
  /**
   * Writes a staff call into the record, with the database handle of `ctx`. Returns a function that completes the line
   * once the call has said what it is about. Exactly one feature (admin) has it.
   */
  readonly recordStaff?: (ctx: Ctx, call: StaffCall) => Promise<(subject: StaffSubject) => Promise<void>>;
  /** Whether somebody, or a server, may not use the service. Asked where they come (again): their own row was deleted. */
  readonly isBanned?: (ctx: Ctx, kind: 'person' | 'server', id: string) => Promise<boolean>;
  /** Deletes what this feature holds of a server that left us, or of a person who asked for it. */
  readonly forgetServer?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
  readonly forgetUser?: (ctx: Ctx, userId: UserId) => Promise<void>;
  /** What this feature holds of a person, for their export. */
  readonly exportUser?: (ctx: Ctx, userId: UserId) => Promise<Readonly<Record<string, unknown>>>;
}

export type AccessRule<W extends Access['who']> = (
  ctx: Ctx,
  access: Extract<Access, { who: W }>,
  /** The value of the access rule's parameter in this call. */
  named: string,
) => Promise<void>;

export const defineFeature = <const F extends Feature>(feature: F): F => feature;

import type { Access, FileSection, ServerId, StaffHit, StaffWait, UserId } from '@tally/contract';
import type { Caller, Ctx } from './ctx.ts';
import type { Route } from './implement.ts';
import type { AnyHandledJob } from './job.ts';
import type { OpenPath } from './open-path.ts';
import type { PlatformEvent } from './platform/event.ts';
import type { StaffCall, StaffSubject } from './staff-record.ts';
import type { Webhook } from './webhook.ts';

/** One of our texts that may use an uploaded file. */
export interface FileUseOf {
  readonly title: string;
  /** The page on which staff edit the text. */
  readonly path: string;
  /** All words and links of the text. */
  readonly text: string;
}

interface ForStaff {
  /** Returns which uploaded files this feature's texts use, for staff who replace or delete one. */
  readonly fileUses?: (ctx: Ctx) => Promise<readonly FileUseOf[]>;
  /** Returns the work that waits for staff. Zero counts are left out. */
  readonly waits?: (ctx: Ctx) => Promise<readonly StaffWait[]>;
  /** Returns this feature's data about one server or one person, in the language of `ctx`. */
  readonly aboutServer?: (ctx: Ctx, serverId: ServerId) => Promise<readonly FileSection[]>;
  readonly aboutPerson?: (ctx: Ctx, userId: UserId) => Promise<readonly FileSection[]>;
  /** Returns more counts, queried rarely. Names that belong together share a prefix before a dot. */
  readonly counts?: (ctx: Ctx) => Promise<Readonly<Record<string, number>>>;
  /** Finds the best matches for an id or part of a name, at most `limit`. */
  readonly search?: (ctx: Ctx, words: string, limit: number) => Promise<readonly StaffHit[]>;
  /** Returns up to `limit` entries for staff before they type: first those that staff marked, then the newest. */
  readonly newest?: (ctx: Ctx, limit: number) => Promise<readonly StaffHit[]>;
}

/**
 * What a feature contributes. `apps/server` picks routes, gateway parts and jobs out of the registry, and no other code
 * knows the list. Upper floors add their own parts by declaration merging (discord: `gateway`, `commands`, `intents`).
 */
export interface Feature {
  /** The same word as the contract file, the web folder and the dashboard's URL. */
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly jobs?: readonly AnyHandledJob[];
  /** Handles events of the platforms (worker). */
  readonly platform?: (ctx: Ctx, event: PlatformEvent) => Promise<void>;
  /** Recognizes the caller behind an Authorization header. Only one feature (session) has it. */
  readonly authenticate?: (ctx: Ctx, token: string) => Promise<Caller>;
  /** Checks the access words that this feature owns. Throws an AppError to refuse. */
  readonly access?: { readonly [W in Access['who']]?: AccessRule<W> };
  /**
   * Returns a server's premium flags as bits. Only one feature (premium) has this function. Without it every server has
   * the free ones, or all with PLANS=unlimited.
   */
  readonly flags?: (ctx: Ctx, serverId: ServerId) => Promise<bigint>;
  /** Pushes from outside that this feature handles (api). */
  readonly webhooks?: readonly Webhook[];
  /** URLs that we give to other programs (api). */
  readonly openPaths?: readonly OpenPath[];
  /** Returns counts for the status page, keyed by their names on the wire. */
  readonly counts?: (ctx: Ctx) => Promise<Readonly<Record<string, number>>>;
  readonly staff?: ForStaff;
  /**
   * Writes a staff call into the record, with the database handle of `ctx`. Returns a function that completes the line
   * once the handler has described the call. Only one feature (admin) has it.
   */
  readonly recordStaff?: (ctx: Ctx, call: StaffCall) => Promise<(subject: StaffSubject) => Promise<void>>;
  /** Returns whether a person or a server is banned. Checked when they come back, because their own row was deleted. */
  readonly isBanned?: (ctx: Ctx, kind: 'person' | 'server', id: string) => Promise<boolean>;
  /** Deletes this feature's data about a server that the bot left, or about a person who requested it. */
  readonly forgetServer?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
  readonly forgetUser?: (ctx: Ctx, userId: UserId) => Promise<void>;
  /** Returns this feature's data about a person, for their export. */
  readonly exportUser?: (ctx: Ctx, userId: UserId) => Promise<Readonly<Record<string, unknown>>>;
}

export type AccessRule<W extends Access['who']> = (
  ctx: Ctx,
  access: Extract<Access, { who: W }>,
  /** The value of the parameter that the access rule names. */
  named: string,
  /** True if the call changes nothing. */
  isRead: boolean,
) => Promise<void>;

/** Unknown keys would be ignored silently, so they are type errors. */
export const defineFeature = <const F extends Feature>(
  feature: F & { readonly [Unknown in Exclude<keyof F, keyof Feature>]: never },
): F => feature;

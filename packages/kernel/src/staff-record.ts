import type { FileLine, ServerId, UserId } from '@tally/contract';
import type { Ctx } from './ctx.ts';

/** A call that a staff member made in that role. */
export interface StaffCall {
  /** The name in the form `home.call`. */
  readonly call: string;
  /** The parameters in the call's path. */
  readonly about: Readonly<Record<string, string>>;
  readonly reason: string | null;
  readonly isRead: boolean;
}

/** The subject of a staff call, as the record shows it. */
export interface StaffSubject {
  readonly title?: string | undefined;
  /** The path of a page of ours that shows the subject. */
  readonly href?: string | undefined;
  readonly personId?: UserId | null | undefined;
  readonly serverId?: ServerId | undefined;
  /**
   * Fields by name, never a secret. The record keeps the fields that differ. For long texts it keeps only the length.
   */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** The line of one staff call in the record. */
export interface StaffLine {
  describe(subject: StaffSubject): void;
  /** Runs the work in the transaction that writes the line. */
  carryOut<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

/** Describes the subject of a call in the staff record. Does nothing if the caller does not act as staff. */
export const describeToStaff = (ctx: Ctx, subject: StaffSubject): void => ctx.staffLine?.describe(subject);

/**
 * Changes data in the transaction that writes the line of a staff call. Only calls that the contract marks as slow need
 * it, because the API opens the transaction of all others.
 */
export const carryOut = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.staffLine ? await ctx.staffLine.carryOut(work) : await work(ctx);

export const fileLine = (text: string, more: Partial<FileLine> = {}): FileLine => ({
  text,
  note: null,
  tone: null,
  at: null,
  href: null,
  ...more,
});

import type { AnyEndpoint } from '@tally/contract';
import { type Ctx, requireUser, type StaffCall, type StaffSubject } from '@tally/kernel';
import { z } from 'zod';

/**
 * When the line is written. A change and its line share one transaction. For a read or a streamed file, the line comes
 * before the answer.
 */
type Moment = 'around' | 'byHandler' | 'after';

export interface Made {
  readonly call: StaffCall;
  readonly moment: Moment;
}

interface Sent {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Returns what the staff record needs for this call. Null if the caller is not acting as staff, or sees no personal
 * data.
 */
export function staffCallOf(name: string, endpoint: AnyEndpoint, ctx: Ctx, sent: Sent): Made | null {
  const { access, method, answers } = endpoint;
  const isForStaff = access.who === 'staff' || access.who === 'dev';
  if (!isForStaff && !(access.who === 'self' && requireUser(ctx).userId !== sent.params[access.param])) return null;
  const isRead = method === 'GET';
  if (isRead && !endpoint.isPersonal) return null;
  const about = Object.fromEntries(Object.entries(sent.params).map(([key, value]) => [key, String(value)]));
  const { reason = null } = WithReason.safeParse(sent.body).data ?? {};
  const moment = isRead || answers !== 'envelope' ? 'after' : endpoint.isSlow ? 'byHandler' : 'around';
  return { call: { call: name, about, reason, isRead }, moment };
}

const WithReason = z.object({ reason: z.string() });

/** Makes a staff call and writes its line. Neither ever exists without the other. */
export async function recorded<T>(ctx: Ctx, { call, moment }: Made, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const record = ctx.features.find((feature) => feature.recordStaff)?.recordStaff;
  if (!record) return await work(ctx);
  let subject: StaffSubject = {};
  let isWritten = false;
  const describe = (more: StaffSubject): void => {
    subject = { ...subject, ...more };
  };
  const within = async <R>(job: (ctx: Ctx) => Promise<R>): Promise<R> => {
    const result = await ctx.db.transaction(async (tx) => {
      const own: Ctx = { ...ctx, db: tx, staffLine: { describe, carryOut: async (more) => await more(own) } };
      // The line is written first, because a call that cannot be recorded must not begin.
      const complete = await record(own, call);
      const done = await job(own);
      await complete(subject);
      return done;
    });
    isWritten = true;
    return result;
  };
  switch (moment) {
    case 'around':
      return await within(work);
    case 'byHandler': {
      const result = await work({ ...ctx, staffLine: { describe, carryOut: within } });
      if (!isWritten) throw new Error(`${call.call} is slow and did not use carryOut`);
      return result;
    }
    case 'after': {
      const result = await work({ ...ctx, staffLine: { describe, carryOut: async (more) => await more(ctx) } });
      const isOwn = call.isRead && subject.personId === requireUser(ctx).userId;
      if (!isOwn) await within(async () => null);
      return result;
    }
    default:
      return moment satisfies never;
  }
}

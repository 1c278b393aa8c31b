import { type FileSection, SESSION_IDLE_DAYS, type SessionInfo, type UserId } from '@tally/contract';
import { AppError, type Ctx, days, fileLine, type LoggedIn, say, withWesternFigures } from '@tally/kernel';
import { dropGrant } from '../../grants/index.ts';
import {
  deleteOldest,
  deleteOverSessions,
  deleteSession,
  deleteSessions,
  listOpenSessions,
  type SessionRow,
} from '../store.ts';
import { cacheKey, limitsAt } from './recognise.ts';

/** Ends one of the person's sessions. */
export async function endSession(ctx: Ctx, userId: UserId, sessionId: string): Promise<void> {
  const tokenHash = await deleteSession(ctx.db, userId, sessionId);
  if (tokenHash === null) throw new AppError('notFound');
  await close(ctx, userId, [tokenHash]);
}

/** Ends the caller's session. A session that has already ended is no error. */
export async function logOut(ctx: Ctx, caller: LoggedIn): Promise<void> {
  const tokenHash = await deleteSession(ctx.db, caller.userId, caller.sessionId);
  if (tokenHash !== null) await close(ctx, caller.userId, [tokenHash]);
}

/** Ends all sessions except `keep`, or all of them for null. Returns how many it ended. */
export async function endSessions(ctx: Ctx, userId: UserId, keep: string | null): Promise<number> {
  const tokenHashes = await deleteSessions(ctx.db, userId, keep);
  await close(ctx, userId, tokenHashes);
  return tokenHashes.length;
}

/** Keeps `kept` sessions and ends the others, longest unused first. */
export async function endOldest(ctx: Ctx, userId: UserId, kept: number): Promise<void> {
  const tokenHashes = await deleteOldest(ctx.db, userId, kept);
  await ctx.cache.forget(...tokenHashes.map(cacheKey));
}

/** A person without a session does not need a token for their Discord account here, so it is dropped. */
async function close(ctx: Ctx, userId: UserId, tokenHashes: readonly string[]): Promise<void> {
  await ctx.cache.forget(...tokenHashes.map(cacheKey));
  const open = await listOpenSessions(ctx.db, userId, limitsAt(ctx.clock.now()));
  if (open.length === 0) await dropGrant(ctx, userId);
}

export async function listSessions(ctx: Ctx, caller: LoggedIn): Promise<SessionInfo[]> {
  const open = await listOpenSessions(ctx.db, caller.userId, limitsAt(ctx.clock.now()));
  return open.map((row) => toInfo(row, row.id === caller.sessionId));
}

const toInfo = (row: SessionRow, isCurrent: boolean): SessionInfo => ({
  id: row.id,
  isCurrent,
  userAgent: row.userAgent,
  ipPrefix: row.ipPrefix,
  createdAt: row.createdAt,
  lastSeenAt: row.lastSeenAt,
  expiresAt: new Date(Math.min(row.expiresAt.getTime(), row.lastSeenAt.getTime() + days(SESSION_IDLE_DAYS))),
});

/** A person's sessions for their export, with everything but the hash. */
export async function exportSessions(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const open = await listOpenSessions(ctx.db, userId, limitsAt(ctx.clock.now()));
  return open.length === 0 ? {} : { sessions: open.map((row) => toInfo(row, false)) };
}

export async function sweepSessions(ctx: Ctx): Promise<void> {
  const gone = await deleteOverSessions(ctx.db, limitsAt(ctx.clock.now()));
  if (gone > 0) ctx.log.info({ gone }, 'Expired sessions were deleted.');
}

/** The person's sessions for staff, without where they were opened. Only the person sees that. */
export async function aboutPerson(ctx: Ctx, userId: UserId): Promise<FileSection[]> {
  const open = await listOpenSessions(ctx.db, userId, limitsAt(ctx.clock.now()));
  const dayOf = new Intl.DateTimeFormat(withWesternFigures(ctx.locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return [
    {
      title: say(ctx.locale, 'admin.fileSessions'),
      lines: open.map(({ createdAt, lastSeenAt }) =>
        fileLine(say(ctx.locale, 'admin.fileLastUsed'), {
          note: say(ctx.locale, 'admin.fileSession', { day: dayOf.format(createdAt) }),
          at: lastSeenAt,
        }),
      ),
    },
  ];
}

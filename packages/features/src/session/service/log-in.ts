import { type LoginReply, MOST_SESSIONS, SESSION_MAX_DAYS, ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, days, UpstreamError, withCaller } from '@tally/kernel';
import { flagsOfBadges, getCurrentUser, logInWithDiscord } from '../../account/index.ts';
import { joinServer } from '../../grants/index.ts';
import { listManageable } from '../../servers/index.ts';
import { insertSession } from '../store.ts';
import { prefixOf } from './address.ts';
import { endOldest } from './end.ts';

const LONGEST_USER_AGENT = 300;

/** Exchanges Discord's code for one of our sessions. */
export async function logIn(ctx: Ctx, { code, add }: { code: string; add: boolean }): Promise<LoginReply> {
  const person = await logInWithDiscord(ctx, code);
  if (person.isBlacklisted) throw new AppError('blacklisted');
  const userId = UserId.parse(person.id);
  const { token, sessionId } = await openSession(ctx, userId);
  if (add) await joinSupportServer(ctx, userId);

  const caller = { kind: 'user', userId, sessionId, flags: flagsOfBadges(person.badges) } as const;
  const own = withCaller(ctx, caller);
  return { customToken: token, user: await getCurrentUser(own, userId), guilds: await serversIfAllowed(own, userId) };
}

async function openSession(ctx: Ctx, userId: UserId): Promise<{ token: string; sessionId: string }> {
  const now = ctx.clock.now();
  const token = ctx.secrets.newToken();
  const sessionId = Buffer.from(ctx.random.bytes(12)).toString('base64url');
  await insertSession(ctx.db, {
    id: sessionId,
    tokenHash: ctx.secrets.hashToken(token),
    userId,
    userAgent: (ctx.client?.userAgent ?? '').slice(0, LONGEST_USER_AGENT),
    ipPrefix: prefixOf(ctx.client?.ip ?? ''),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + days(SESSION_MAX_DAYS)),
  });
  await endOldest(ctx, userId, MOST_SESSIONS);
  return { token, sessionId };
}

/** Optional: a failure never fails the login. */
async function joinSupportServer(ctx: Ctx, userId: UserId): Promise<void> {
  const named = ctx.config.SUPPORT_SERVER_ID;
  if (!named) return;
  try {
    await joinServer(ctx, userId, ServerId.parse(named));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, userId }, 'A person could not join the support server.');
  }
}

/** A login succeeds without the list, because the dashboard loads it again anyway. */
async function serversIfAllowed(ctx: Ctx, userId: UserId): Promise<LoginReply['guilds']> {
  try {
    return await listManageable(ctx, userId, { force: true });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, userId }, 'Discord did not list the servers of a person at login.');
    return [];
  }
}

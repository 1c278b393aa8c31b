import { z } from 'zod';
import { CurrentUser } from '../account/calls.ts';
import { GuildListItem } from '../servers/calls.ts';
import { anyone, user } from '../wire/access.ts';
import { isoDate, queryFlag } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';

/** A session ends after this many days without a call, and after SESSION_MAX_DAYS in any case. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_MAX_DAYS = 30;
/** The most sessions per person. Another login ends the one that has been unused the longest. */
export const MOST_SESSIONS = 20;

export const LoginReply = z
  .object({
    /** The session's token. It is returned only once, because we store its hash. */
    customToken: z.string(),
    user: CurrentUser,
    guilds: z.array(GuildListItem),
  })
  .meta({ id: 'LoginReply' });
export type LoginReply = z.infer<typeof LoginReply>;

export const SessionInfo = z
  .object({
    /** Identifies the session in the list. This is not the token. */
    id: z.string(),
    isCurrent: z.boolean(),
    userAgent: z.string(),
    /** The network part of the IP address. People can recognize it, but it does not locate a person. */
    ipPrefix: z.string(),
    createdAt: isoDate,
    lastSeenAt: isoDate,
    expiresAt: isoDate,
  })
  .meta({ id: 'SessionInfo' });
export type SessionInfo = z.infer<typeof SessionInfo>;

/** The start of the `state` of a bot invitation that returns to the login URL. */
export const INVITATION = 'invitation';

export const session = {
  logIn: endpoint({
    method: 'POST',
    path: '/sessions',
    summary: "Exchanges Discord's code for a session. The caller has checked `state`.",
    access: anyone,
    query: z.object({
      code: z.string().min(1).max(512),
      /** Also joins our support server if there is one. */
      add: queryFlag.optional(),
    }),
    reply: LoginReply,
    isLogin: true,
  }),
  check: endpoint({
    method: 'GET',
    path: '/sessions',
    summary: 'True while the session is valid.',
    access: user,
    reply: z.literal(true),
  }),
  logOut: endpoint({
    method: 'DELETE',
    path: '/sessions',
    summary: 'Ends this session.',
    access: user,
    reply: z.literal(true),
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/sessions/list',
    summary: "This person's sessions, latest use first.",
    access: user,
    reply: z.array(SessionInfo),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/sessions/others',
    summary: 'Ends all other sessions of this person. Returns the number.',
    access: user,
    reply: z.int(),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    summary: 'Ends one session of this person.',
    access: user,
    params: z.object({ sessionId: z.string().regex(/^[\w-]{8,64}$/, 'must be the ID of a session') }),
    reply: z.literal(true),
  }),
} as const satisfies Home;

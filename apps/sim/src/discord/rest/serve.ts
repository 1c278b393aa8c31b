import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge } from '../../http/body.ts';
import { createRouter } from '../../http/router.ts';
import type { Target } from '../../world.ts';
import type { Core } from '../discord.ts';
import { ApiError, type ErrorCode } from '../rules/errors.ts';
import { bucketHash, type Taken } from '../rules/limits.ts';
import { authenticate, checkAllowed, checkUserAgent } from './auth.ts';
import { readCall } from './read.ts';
import type { Auth, Reply, Route } from './route.ts';

const KEPT_REQUESTS = 5000;

type Headers = Record<string, string | number>;

/** A refusal with headers: too many requests. */
class Limited extends Error {
  readonly scope: 'user' | 'global' | 'shared';
  readonly retryAfterMs: number;
  readonly taken: Taken | null;
  constructor(scope: 'user' | 'global' | 'shared', retryAfterMs: number, taken: Taken | null) {
    super('You are being rate limited.');
    this.scope = scope;
    this.retryAfterMs = retryAfterMs;
    this.taken = taken;
  }
}

/** REST v10. Checks the caller, permissions, limits and body, and then calls the route. */
export function createRest(core: Core, routes: readonly Route[]) {
  const router = createRouter<Route>();
  for (const route of routes) router.add(route.method, route.path, route);
  const hashes = new Map(
    routes.flatMap((route) => (route.limit ? [[route.limit.name, bucketHash(route.limit.name)]] : [])),
  );

  return async (req: IncomingMessage, res: ServerResponse, target: Target): Promise<void> => {
    const path = withoutVersion(target.path);
    const method = req.method ?? 'GET';
    const found = path === null ? undefined : router.find(method, path);
    core.stats.requests++;
    if (!found || path === null) {
      core.shared.unknown('discord', req, res, target.path);
      return;
    }
    const address = req.socket.remoteAddress ?? 'unknown';
    const headers: Headers = {};
    let auth: Auth = { kind: 'none' };
    let reply: Reply;
    try {
      if (core.limits.isBanned(address)) throw new ApiError(40333);
      auth = authenticate(core, req.headers.authorization);
      checkUserAgent(auth, req.headers['user-agent']);
      checkAllowed(found.value, auth);
      const taken = core.limits.settings.enabled ? take(core, found, { auth, address }) : null;
      if (taken) describe(headers, taken, hashes.get(taken.rule.name) ?? '');
      const read = await readCall(req, found.value);
      reply = await found.value.run({
        core,
        params: found.params,
        query: target.query,
        auth,
        headers: req.headers,
        ...read,
      });
    } catch (error) {
      reply = refuse(core, error, headers, hashes);
      req.resume();
      const isShared = (error instanceof Limited || error instanceof HiddenLimit) && error.scope === 'shared';
      if ((reply.status === 401 || reply.status === 403 || reply.status === 429) && !isShared) {
        core.stats.invalid++;
        core.limits.countInvalid(address);
      }
    }
    record(core, { method, path, status: reply.status, auth, reason: reasonIn(req) });
    send(res, reply, headers);
  };
}

const VERSIONS = new Set(['/v6', '/v7', '/v8', '/v9', '/v10']);

/** Converts `/v10/channels/1` to `/channels/1`. A missing version is accepted, but an unknown one is not. */
function withoutVersion(path: string): string | null {
  const end = path.indexOf('/', 1);
  const first = path.slice(0, Math.max(end, 0));
  if (VERSIONS.has(first)) return path.slice(end);
  return /^\/v\d+$/.test(first) ? null : path;
}

function take(
  core: Core,
  found: { value: Route; params: Record<string, string> },
  who: { auth: Auth; address: string },
): Taken | null {
  const { limit, major } = found.value;
  if (!limit) return null;
  const { webhook, token } = found.params;
  // Interaction answers are exempt: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
  const isFollowUp = webhook !== undefined && core.state.applications.has(webhook);
  const wait = isFollowUp ? 0 : takeGlobal(core, who);
  if (wait > 0) throw new Limited('global', wait, null);
  // A webhook has its own rate limit for all its users. Other routes are limited per caller.
  const owner = webhook === undefined ? callerKey(who) : isFollowUp ? (token ?? '') : 'webhook';
  const taken = core.limits.take(limit, `${owner}:${major ? found.params[major] : ''}`);
  if (!taken.ok) throw new Limited('user', taken.resetAfterMs, taken);
  return taken;
}

function callerKey({ auth, address }: { auth: Auth; address: string }): string {
  if (auth.kind === 'none') return `address:${address}`;
  return auth.kind === 'bot' ? auth.application.id : auth.grant.accessToken;
}

function takeGlobal(core: Core, who: { auth: Auth; address: string }): number {
  const { settings } = core.limits;
  const allowance = who.auth.kind === 'none' ? settings.address : settings.global;
  return allowance === null ? 0 : core.limits.takeGlobal(callerKey(who), allowance);
}

/** https://docs.discord.com/developers/topics/rate-limits#header-format */
function describe(headers: Headers, taken: Taken, hash: string): void {
  headers['x-ratelimit-limit'] = taken.rule.limit;
  headers['x-ratelimit-remaining'] = taken.remaining;
  headers['x-ratelimit-reset'] = (taken.resetAt / 1000).toFixed(3);
  headers['x-ratelimit-reset-after'] = (taken.resetAfterMs / 1000).toFixed(3);
  headers['x-ratelimit-bucket'] = hash;
}

function refuse(core: Core, error: unknown, headers: Headers, hashes: ReadonlyMap<string, string>): Reply {
  if (error instanceof Limited) {
    core.stats.selfInflicted429++;
    if (error.taken) describe(headers, error.taken, hashes.get(error.taken.rule.name) ?? '');
    return limitedReply(headers, { scope: error.scope, retryAfter: error.retryAfterMs / 1000 });
  }
  if (error instanceof HiddenLimit) {
    core.stats.selfInflicted429++;
    const { scope, code } = error;
    const reply = limitedReply(headers, { scope, retryAfter: error.retryAfterMs / 1000 });
    return code === undefined ? reply : inTheBodyOnly(headers, reply, code);
  }
  if (error instanceof ApiError) return { status: error.status, body: error.body() };
  if (error instanceof BodyTooLarge) return refuse(core, new ApiError(40005), headers, hashes);
  throw error;
}

/** A limit that no header announces: renames, the channel's share of webhooks, crossposts, edits. */
export class HiddenLimit extends Error {
  readonly retryAfterMs: number;
  readonly scope: 'user' | 'shared';
  readonly code: ErrorCode | undefined;
  constructor(retryAfterMs: number, scope: 'user' | 'shared' = 'user', code?: ErrorCode) {
    super('The resource is being rate limited.');
    this.retryAfterMs = retryAfterMs;
    this.scope = scope;
    this.code = code;
  }
}

/** Discord's response to edits of published messages: https://github.com/discord/discord-api-docs/issues/6109 */
function inTheBodyOnly(headers: Headers, reply: Reply, code: ErrorCode): Reply {
  headers['retry-after'] = 1;
  const { message } = new ApiError(code);
  return { ...reply, body: { ...(reply.body as object), message, code } };
}

export function limitedReply(
  headers: Headers,
  limit: { scope: 'user' | 'global' | 'shared'; retryAfter: number },
): Reply {
  headers['x-ratelimit-scope'] = limit.scope;
  headers['retry-after'] = Math.ceil(limit.retryAfter);
  if (limit.scope === 'global') headers['x-ratelimit-global'] = 'true';
  const message = limit.scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.';
  const body = { message, retry_after: Math.ceil(limit.retryAfter * 1000) / 1000, global: limit.scope === 'global' };
  return { status: 429, body };
}

/** Returns the reason for the server's audit log. https://docs.discord.com/developers/resources/audit-log */
function reasonIn({ headers }: IncomingMessage): string | null {
  const reason = headers['x-audit-log-reason'];
  return typeof reason === 'string' ? decodeURIComponent(reason) : null;
}

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly auth: Auth;
  readonly reason: string | null;
}

function record(core: Core, call: Recorded): void {
  const { requests, clock } = core.state;
  core.stats.byStatus[call.status] = (core.stats.byStatus[call.status] ?? 0) + 1;
  const who =
    call.auth.kind === 'bot' ? call.auth.application.id : call.auth.kind === 'bearer' ? call.auth.user.id : '';
  requests.push({
    at: clock.ms(),
    method: call.method,
    path: call.path,
    status: call.status,
    who,
    reason: call.reason,
  });
  if (requests.length > KEPT_REQUESTS * 2) requests.splice(0, requests.length - KEPT_REQUESTS);
}

export function send(res: ServerResponse, reply: Reply, headers: Headers): void {
  if (reply.status === 204 || reply.body === undefined) {
    res.writeHead(reply.status, headers);
    res.end();
    return;
  }
  const text = JSON.stringify(reply.body);
  headers['content-type'] = 'application/json';
  headers['content-length'] = Buffer.byteLength(text);
  res.writeHead(reply.status, headers);
  res.end(text);
}

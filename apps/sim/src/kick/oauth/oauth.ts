import { createHash, timingSafeEqual } from 'node:crypto';
import { consentPage } from '../../platform/consent.ts';
import { createSecret } from '../../platform/ids.ts';
import { type Answer, answerJson, type Call, type Route } from '../call.ts';
import { avatarUrl } from '../shapes.ts';
import { findBySlug, type KickWorld, type Person } from '../world.ts';
import { findToken, issueToken, scopes, TOKEN_LIFE_S } from './tokens.ts';

/** Serves id.kick.com: OAuth 2.1 with PKCE. https://docs.kick.com/getting-started/generating-tokens-oauth2-flow */

const CODE_LIFE_MS = 10 * 60_000;

const refuse = (why: string, status = 400): Answer =>
  answerJson(status, { error: 'Invalid request', error_description: why });

export function oauthRoutes(world: KickWorld): Route[] {
  return [
    { method: 'GET', path: '/id/oauth/authorize', run: (call) => authorize(world, call) },
    { method: 'POST', path: '/id/oauth/token', run: (call) => token(world, call) },
    { method: 'POST', path: '/id/oauth/revoke', run: (call) => revoke(world, call) },
    { method: 'POST', path: '/id/oauth/token/introspect', run: (call) => introspect(world, call) },
    // The older path of this call: https://docs.kick.com/changelog
    { method: 'POST', path: '/api/public/v1/token/introspect', run: (call) => introspect(world, call) },
  ];
}

/** With `as=slug` the person on the page has agreed. With `as=` they have refused. */
function authorize(world: KickWorld, call: Call): Answer {
  const query = readAuthorizeQuery(call.query);
  const problem = findAuthorizeProblem(world, query);
  if (problem) return refuse(problem);
  const as = query.get('as');
  if (as === null) return authorizePage(world, query);
  const back = new URL(query.get('redirect_uri') ?? '');
  back.searchParams.set('state', query.get('state') ?? '');
  const person = findBySlug(world, as);
  if (!person) back.searchParams.set('error', 'access_denied');
  else back.searchParams.set('code', issueCode(world, query, person.userId));
  return { status: 302, headers: { location: back.href }, body: '' };
}

/** The first `127.0.0.1` of the URL becomes `localhost`, a known bug of Kick's front end that we copy on purpose. */
function readAuthorizeQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(query.toString().replace('127.0.0.1', 'localhost'));
}

function findAuthorizeProblem(world: KickWorld, query: URLSearchParams): string | null {
  if (query.get('response_type') !== 'code') return 'response_type must be code';
  if (query.get('client_id') !== world.app.clientId) return 'unknown client_id';
  if (!isAllowedRedirect(world, query.get('redirect_uri'))) return 'redirect_uri is not registered';
  if (!query.get('state')) return 'state is required';
  if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256';
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'code_challenge is not a SHA-256';
  const asked = readScopes(query.get('scope'));
  if (asked.length === 0) return 'scope is required';
  const unknown = asked.find((scope) => !scopes.some((known) => known === scope));
  return unknown === undefined ? null : `unknown scope ${unknown}`;
}

const readScopes = (text: string | null): string[] => (text ?? '').split(' ').filter((scope) => scope !== '');

function isAllowedRedirect(world: KickWorld, address: string | null): boolean {
  if (address === null || !URL.canParse(address)) return false;
  if (world.redirectUris.length > 0) return world.redirectUris.includes(address);
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

function issueCode(world: KickWorld, query: URLSearchParams, userId: number): string {
  const code = createSecret(world.doors);
  world.codes.set(code, {
    userId,
    scopes: readScopes(query.get('scope')),
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? '',
    expiresAt: new Date(world.doors.now().getTime() + CODE_LIFE_MS),
  });
  return code;
}

function token(world: KickWorld, call: Call): Answer {
  if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return refuse('the body must be application/x-www-form-urlencoded');
  }
  const form = new URLSearchParams(call.body);
  if (form.get('client_id') !== world.app.clientId || !isSame(form.get('client_secret'), world.app.clientSecret)) {
    return refuse('client_id or client_secret is wrong', 401);
  }
  switch (form.get('grant_type') ?? '') {
    case 'authorization_code':
      return exchangeCode(world, form);
    case 'client_credentials':
      return answerToken(issueToken(world, { kind: 'app', userId: null, scopes: [], refreshToken: null }), {});
    case 'refresh_token':
      return refresh(world, form);
    default:
      return refuse('unknown grant_type');
  }
}

function exchangeCode(world: KickWorld, form: URLSearchParams): Answer {
  const value = form.get('code') ?? '';
  const code = world.codes.get(value);
  // A code works once, even if the rest of the request was wrong.
  world.codes.delete(value);
  if (!code || code.expiresAt.getTime() <= world.doors.now().getTime())
    return refuse('the code is unknown, used or too old');
  if (code.redirectUri !== form.get('redirect_uri'))
    return refuse('redirect_uri differs from the one of the authorize call');
  const verifier = form.get('code_verifier') ?? '';
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return refuse('code_verifier must have 43 to 128 characters');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!isSame(challenge, code.challenge)) return refuse('code_verifier does not fit the challenge');
  return answerGrant(world, code.userId, code.scopes);
}

/** Since 2025-11-25, refresh tokens can be reused, but a new one is returned anyway. */
function refresh(world: KickWorld, form: URLSearchParams): Answer {
  const grant = world.refreshTokens.get(form.get('refresh_token') ?? '');
  return grant ? answerGrant(world, grant.userId, grant.scopes) : refuse('the refresh token is unknown', 401);
}

function answerGrant(world: KickWorld, userId: number, granted: readonly string[]): Answer {
  const refreshToken = createSecret(world.doors);
  world.refreshTokens.set(refreshToken, { userId, scopes: granted });
  const accessToken = issueToken(world, { kind: 'user', userId, scopes: granted, refreshToken });
  return answerToken(accessToken, { refresh_token: refreshToken, scope: granted.join(' ') });
}

const answerToken = (accessToken: string, more: Record<string, string>): Answer =>
  answerJson(200, { access_token: accessToken, token_type: 'Bearer', expires_in: TOKEN_LIFE_S, ...more });

/** The token is in the query of this call. */
function revoke(world: KickWorld, call: Call): Answer {
  const value = call.query.get('token');
  if (!value) return refuse('token is required');
  const refreshToken = world.refreshTokens.has(value) ? value : world.tokens.get(value)?.refreshToken;
  world.tokens.delete(value);
  if (refreshToken) {
    world.refreshTokens.delete(refreshToken);
    for (const [key, token] of world.tokens) if (token.refreshToken === refreshToken) world.tokens.delete(key);
  }
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' };
}

function introspect(world: KickWorld, call: Call): Answer {
  const found = findToken(world, call);
  if (!found) return answerJson(401, { data: {}, message: 'Unauthorized' });
  return answerJson(200, {
    data: {
      active: true,
      client_id: world.app.clientId,
      token_type: found.kind,
      scope: found.scopes.join(' '),
      exp: Math.floor(found.expiresAt.getTime() / 1_000),
    },
    message: 'OK',
  });
}

function isSame(given: string | null, wanted: string): boolean {
  const left = createHash('sha256')
    .update(given ?? '')
    .digest();
  return timingSafeEqual(left, createHash('sha256').update(wanted).digest());
}

const authorizePage = (world: KickWorld, query: URLSearchParams): Answer =>
  consentPage({
    platform: 'Kick',
    mark: 'kick',
    query,
    people: [...world.people.values()].map((person) => ({
      id: person.slug,
      name: person.username,
      pictureUrl: avatarUrl(world, person),
      line: describe(person),
    })),
  });

function describe(person: Person): string {
  if (person.title === '') return 'Viewer';
  return `${person.followers.toLocaleString('en-GB')} followers${person.stream ? ' · live' : ''}`;
}

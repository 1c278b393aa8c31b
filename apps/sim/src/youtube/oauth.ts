/** accounts.google.com and oauth2.googleapis.com: https://developers.google.com/identity/protocols/oauth2/web-server */
import { createHash } from 'node:crypto';
import { consentPage } from '../platform/consent.ts';
import { createSecret } from '../platform/ids.ts';
import { type Answer, answerJson, answerText, type Call, type Route } from './call.ts';
import { avatarOf } from './shapes.ts';
import type { LoginCode, YoutubeWorld } from './world.ts';

export const app = { clientId: 'sim-youtube-client', clientSecret: 'sim-youtube-secret' } as const;
export const TOKEN_LIFE_S = 3_599;
const CODE_LIFE_MS = 10 * 60_000;
const SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';
/** Many Google accounts have never created a channel. */
export const WITHOUT_CHANNEL = 'no-channel';

export function oauthRoutes(world: YoutubeWorld): Route[] {
  return [
    { method: 'GET', path: '/accounts/o/oauth2/v2/auth', run: (call) => authorize(world, call) },
    { method: 'POST', path: '/oauth2/token', run: (call) => token(world, call) },
    { method: 'POST', path: '/oauth2/revoke', run: (call) => revoke(world, call) },
  ];
}

/** With `as=handle` the person on the page has agreed. With `as=` they have refused. */
function authorize(world: YoutubeWorld, { query }: Call): Answer {
  const problem = findProblem(query);
  if (problem) return answerText(400, `Error 400: ${problem}`);
  const as = query.get('as');
  if (as === null) return page(world, query);
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  const owner =
    as === WITHOUT_CHANNEL
      ? WITHOUT_CHANNEL
      : [...world.creators.values()].find(({ handle }) => handle === as)?.channelId;
  if (owner === undefined) back.searchParams.set('error', 'access_denied');
  else {
    back.searchParams.set('code', issueCode(world, query, owner));
    back.searchParams.set('scope', SCOPE);
  }
  return { status: 302, headers: { location: back.href }, body: '' };
}

function findProblem(query: URLSearchParams): string | null {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== app.clientId) return 'invalid_client';
  const isOwn =
    URL.canParse(redirectUri) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(redirectUri).hostname);
  if (!isOwn) return 'redirect_uri_mismatch';
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => scope !== SCOPE)) return 'invalid_scope';
  const method = query.get('code_challenge_method');
  const challenge = query.get('code_challenge');
  if (method !== null && method !== 'S256' && method !== 'plain') return 'invalid_request';
  if (challenge !== null && !/^[\w.~-]{43,128}$/.test(challenge)) return 'invalid_request';
  return null;
}

const page = (world: YoutubeWorld, query: URLSearchParams): Answer =>
  consentPage({
    platform: 'YouTube',
    mark: 'youtube',
    query,
    people: [
      ...[...world.creators.values()].map((creator) => ({
        id: creator.handle,
        name: creator.title,
        pictureUrl: avatarOf(world, creator),
        line: `@${creator.handle} · ${creator.subscribers.toLocaleString('en-GB')} subscribers`,
      })),
      {
        id: WITHOUT_CHANNEL,
        name: 'Nobody in Particular',
        pictureUrl: `${world.doors.baseUrl()}/cdn/ytc/${WITHOUT_CHANNEL}`,
        line: 'A login without a channel',
      },
    ],
  });

function issueCode(world: YoutubeWorld, query: URLSearchParams, owner: string): string {
  const code = createSecret(world.doors);
  world.codes.set(code, {
    owner,
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge'),
    isOffline: query.get('access_type') === 'offline',
    // A person who agreed before is asked again, and gets a new refresh token, only when the app insists.
    isAgreed: query.get('prompt') === 'consent' || !world.agreed.has(owner),
    expiresAt: new Date(world.doors.now().getTime() + CODE_LIFE_MS),
  });
  return code;
}

const refuse = (error: string, description: string, status = 400): Answer =>
  answerJson(status, { error, error_description: description });

function token(world: YoutubeWorld, call: Call): Answer {
  const form = new URLSearchParams(call.body);
  if (form.get('client_id') !== app.clientId) return refuse('invalid_client', 'The OAuth client was not found.', 401);
  if (form.get('client_secret') !== app.clientSecret) {
    return refuse('invalid_client', 'The provided client secret is invalid.', 401);
  }
  switch (form.get('grant_type') ?? '') {
    case 'authorization_code':
      return exchange(world, form);
    case 'refresh_token': {
      const owner = world.refreshTokens.get(form.get('refresh_token') ?? '');
      if (owner === undefined) return refuse('invalid_grant', 'Token has been expired or revoked.');
      return answerJson(200, answerOf(issueToken(world, owner)));
    }
    default:
      return refuse('unsupported_grant_type', 'Invalid grant_type.');
  }
}

function exchange(world: YoutubeWorld, form: URLSearchParams): Answer {
  const value = form.get('code') ?? '';
  const code = world.codes.get(value);
  world.codes.delete(value);
  if (!code || code.expiresAt.getTime() <= world.doors.now().getTime())
    return refuse('invalid_grant', 'Malformed auth code.');
  if (code.redirectUri !== form.get('redirect_uri')) return refuse('redirect_uri_mismatch', 'Bad Request');
  if (!fitsChallenge(code, form.get('code_verifier'))) return refuse('invalid_grant', 'Invalid code verifier.');
  world.agreed.add(code.owner);
  const accessToken = issueToken(world, code.owner);
  if (!code.isOffline || !code.isAgreed) return answerJson(200, answerOf(accessToken));
  const refreshToken = createSecret(world.doors);
  world.refreshTokens.set(refreshToken, code.owner);
  return answerJson(200, { ...answerOf(accessToken), refresh_token: refreshToken });
}

/** The page accepts S256 and plain. Without a challenge, none is checked. */
function fitsChallenge({ challenge }: LoginCode, verifier: string | null): boolean {
  if (challenge === null) return true;
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge || verifier === challenge
  );
}

function issueToken(world: YoutubeWorld, owner: string): string {
  const value = createSecret(world.doors);
  world.tokens.set(value, { owner, expiresAt: new Date(world.doors.now().getTime() + TOKEN_LIFE_S * 1_000) });
  return value;
}

const answerOf = (accessToken: string) => ({
  access_token: accessToken,
  expires_in: TOKEN_LIFE_S,
  scope: SCOPE,
  token_type: 'Bearer',
});

/** Either token revokes all of the person's permission. */
function revoke(world: YoutubeWorld, call: Call): Answer {
  const value = new URLSearchParams(call.body).get('token') ?? call.query.get('token') ?? '';
  const owner = world.tokens.get(value)?.owner ?? world.refreshTokens.get(value);
  if (owner === undefined) return refuse('invalid_token', 'Token expired or revoked');
  takePermissionBack(world, owner);
  return answerJson(200, {});
}

export function takePermissionBack(world: YoutubeWorld, owner: string): void {
  world.agreed.delete(owner);
  for (const [key, token] of world.tokens) if (token.owner === owner) world.tokens.delete(key);
  for (const [key, of] of world.refreshTokens) if (of === owner) world.refreshTokens.delete(key);
}

/** Returns the owner of a call's token, undefined without a token, or null for an unknown one. */
export function ownerOf(world: YoutubeWorld, call: Call): string | null | undefined {
  const [scheme, value] = (call.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !value) return undefined;
  const token = world.tokens.get(value);
  return token && token.expiresAt.getTime() > world.doors.now().getTime() ? token.owner : null;
}

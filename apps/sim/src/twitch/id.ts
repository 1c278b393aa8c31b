import { consentPage } from '../platform/consent.ts';
import { createSecret } from '../platform/ids.ts';
import { type Answer, answerJson, type Call, type Route } from './call.ts';
import { pictureUrl } from './shapes.ts';
import { findToken, issueToken } from './tokens.ts';
import { findByLogin, type Grant, type Person, type TwitchWorld } from './world.ts';

/** Serves id.twitch.tv. https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/ */

const CODE_LIFE_MS = 10 * 60_000;

const refuse = (status: number, message: string): Answer => answerJson(status, { status, message });

export function idRoutes(world: TwitchWorld): Route[] {
  return [
    { method: 'GET', path: '/id/oauth2/authorize', run: (call) => authorize(world, call) },
    { method: 'POST', path: '/id/oauth2/token', run: (call) => token(world, call) },
    { method: 'GET', path: '/id/oauth2/validate', run: (call) => validate(world, call) },
    { method: 'POST', path: '/id/oauth2/revoke', run: (call) => takeBack(world, call) },
  ];
}

/** With `as=login` the person on the page has agreed. With `as=` they have refused. */
function authorize(world: TwitchWorld, { query }: Call): Answer {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== world.app.clientId) return refuse(400, 'invalid client');
  if (!isOwnMachine(redirectUri)) return refuse(400, 'Parameter redirect_uri does not match registered URI');
  if (query.get('response_type') !== 'code') return refuse(400, 'invalid response type');
  const as = query.get('as');
  if (as === null) return authorizePage(world, query);
  const back = new URL(redirectUri);
  const person = findByLogin(world, as);
  if (person) {
    const code = createSecret(world.doors);
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const expiresAt = new Date(world.doors.now().getTime() + CODE_LIFE_MS);
    world.codes.set(code, { userId: person.userId, scopes, redirectUri, expiresAt });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', scopes.join(' '));
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user denied you access');
  }
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  return { status: 302, headers: { location: back.href }, body: '' };
}

const isOwnMachine = (address: string): boolean =>
  URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** The fields may be in the body or in the query. */
function token(world: TwitchWorld, call: Call): Answer {
  const form = new URLSearchParams([...call.query, ...new URLSearchParams(call.body)]);
  if (!form.get('client_id')) return refuse(400, 'missing client id');
  if (form.get('client_id') !== world.app.clientId) return refuse(400, 'invalid client');
  if (form.get('client_secret') !== world.app.clientSecret) return refuse(403, 'invalid client secret');
  switch (form.get('grant_type') ?? '') {
    case 'client_credentials': {
      const { value, expiresIn } = issueToken(world, { kind: 'app', userId: null, scopes: [], refreshToken: null });
      return answerJson(200, { access_token: value, expires_in: expiresIn, token_type: 'bearer' });
    }
    case 'authorization_code':
      return exchangeCode(world, form);
    case 'refresh_token': {
      const grant = world.refreshTokens.get(form.get('refresh_token') ?? '');
      return grant ? answerGrant(world, grant) : refuse(400, 'Invalid refresh token');
    }
    default:
      return refuse(400, 'invalid grant type');
  }
}

function exchangeCode(world: TwitchWorld, form: URLSearchParams): Answer {
  const value = form.get('code') ?? '';
  const code = world.codes.get(value);
  world.codes.delete(value);
  if (!code || code.expiresAt.getTime() <= world.doors.now().getTime())
    return refuse(400, 'Invalid authorization code');
  if (code.redirectUri !== form.get('redirect_uri'))
    return refuse(400, 'Parameter redirect_uri does not match registered URI');
  world.authorised.add(code.userId);
  return answerGrant(world, code);
}

function answerGrant(world: TwitchWorld, { userId, scopes }: Grant): Answer {
  const refreshToken = createSecret(world.doors);
  world.refreshTokens.set(refreshToken, { userId, scopes });
  const { value, expiresIn } = issueToken(world, { kind: 'user', userId, scopes, refreshToken });
  // Unlike most services, Twitch returns the scopes as a list.
  return answerJson(200, {
    access_token: value,
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes,
    token_type: 'bearer',
  });
}

function validate(world: TwitchWorld, call: Call): Answer {
  const found = findToken(world, call);
  if (!found) return refuse(401, 'invalid access token');
  const person = found.userId === null ? undefined : world.people.get(found.userId);
  return answerJson(200, {
    client_id: world.app.clientId,
    ...(person ? { login: person.login, user_id: person.userId } : {}),
    scopes: found.scopes.length > 0 ? found.scopes : null,
    expires_in: Math.floor((found.expiresAt.getTime() - world.doors.now().getTime()) / 1_000),
  });
}

/** After a person revokes the authorization, subscriptions about them cost points again. */
function takeBack(world: TwitchWorld, call: Call): Answer {
  const form = new URLSearchParams([...call.query, ...new URLSearchParams(call.body)]);
  if (form.get('client_id') !== world.app.clientId) return refuse(400, 'missing client id');
  const value = form.get('token') ?? '';
  const found = world.tokens.get(value);
  if (!found) return refuse(400, 'Invalid token');
  world.tokens.delete(value);
  if (found.userId !== null && ![...world.tokens.values()].some((other) => other.userId === found.userId)) {
    world.authorised.delete(found.userId);
    if (found.refreshToken) world.refreshTokens.delete(found.refreshToken);
  }
  return { status: 200, headers: {}, body: '' };
}

const authorizePage = (world: TwitchWorld, query: URLSearchParams): Answer =>
  consentPage({
    platform: 'Twitch',
    mark: 'twitch',
    query,
    people: [...world.people.values()].map((person) => ({
      id: person.login,
      name: person.displayName,
      pictureUrl: pictureUrl(world, person),
      line: describe(person),
    })),
  });

function describe(person: Person): string {
  if (person.title === '') return 'Viewer';
  return `${person.followers.toLocaleString('en-GB')} followers${person.stream ? ' · live' : ''}`;
}

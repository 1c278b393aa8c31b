import { createSecret } from '../platform/ids.ts';
import { type Call, unauthorized } from './call.ts';
import type { Token, TwitchWorld } from './world.ts';

/** App tokens live about 60 days, a person's about four hours. */
const LIFE_S = { app: 5_184_000, user: 14_400 } as const;

export function issueToken(
  world: TwitchWorld,
  token: Pick<Token, 'kind' | 'userId' | 'scopes' | 'refreshToken'>,
): { value: string; expiresIn: number } {
  const value = createSecret(world.doors);
  const expiresIn = LIFE_S[token.kind];
  world.tokens.set(value, { ...token, expiresAt: new Date(world.doors.now().getTime() + expiresIn * 1_000) });
  return { value, expiresIn };
}

/** `/validate` uses `OAuth`, all other calls use `Bearer`. */
export function findToken(world: TwitchWorld, call: Call): Token | null {
  const [scheme, value] = (call.headers.authorization ?? '').split(' ');
  if (!value || !/^(bearer|oauth)$/i.test(scheme ?? '')) return null;
  const token = world.tokens.get(value);
  return token && token.expiresAt.getTime() > world.doors.now().getTime() ? token : null;
}

/** Every Helix call names the app and carries a token of that app. */
export function needToken(world: TwitchWorld, call: Call): Token {
  if (!call.headers.authorization) throw unauthorized('OAuth token is missing');
  if (!call.headers['client-id']) throw unauthorized('Client-Id header required, if a bearer token is used');
  const token = findToken(world, call);
  if (!token) throw unauthorized('Invalid OAuth token');
  if (call.headers['client-id'] !== world.app.clientId) throw unauthorized('Client ID and OAuth token do not match');
  return token;
}

/** Returns the permissions that a person granted the app, across all tokens. */
export const hasAllowed = (world: TwitchWorld, userId: string, scope: string): boolean =>
  [...world.refreshTokens.values(), ...world.tokens.values()].some(
    (grant) => grant.userId === userId && grant.scopes.includes(scope),
  );

export function takePermissionBack(world: TwitchWorld, userId: string): void {
  for (const [key, token] of world.tokens) if (token.userId === userId) world.tokens.delete(key);
  for (const [key, grant] of world.refreshTokens) if (grant.userId === userId) world.refreshTokens.delete(key);
  world.authorised.delete(userId);
}

import { createSecret } from '../../platform/ids.ts';
import { type Call, forbidden, unauthorized } from '../call.ts';
import type { KickWorld, Token } from '../world.ts';

/** https://docs.kick.com/getting-started/scopes */
export const scopes = [
  'user:read',
  'channel:read',
  'channel:write',
  'channel:rewards:read',
  'channel:rewards:write',
  'chat:write',
  'streamkey:read',
  'events:subscribe',
  'moderation:ban',
  'moderation:chat_message:manage',
  'kicks:read',
] as const;

export const TOKEN_LIFE_S = 7_200;

export function issueToken(
  world: KickWorld,
  token: { kind: 'app' | 'user'; userId: number | null; scopes: readonly string[]; refreshToken: string | null },
): string {
  const value = createSecret(world.doors);
  const expiresAt = new Date(world.doors.now().getTime() + TOKEN_LIFE_S * 1_000);
  world.tokens.set(value, { ...token, expiresAt });
  return value;
}

export function findToken(world: KickWorld, call: Call): Token | null {
  const [scheme, value] = (call.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !value) return null;
  const token = world.tokens.get(value);
  return token && token.expiresAt.getTime() > world.doors.now().getTime() ? token : null;
}

/** For public data. Accepts an app token, or a person's token with the scope. */
export function needToken(world: KickWorld, call: Call, scope: string): Token {
  const token = findToken(world, call);
  if (!token) throw unauthorized();
  if (token.kind === 'user' && !token.scopes.includes(scope)) throw forbidden(`missing scope ${scope}`);
  return token;
}

/** For calls that only a person can make. */
export function needPerson(world: KickWorld, call: Call, scope: string): number {
  const token = needToken(world, call, scope);
  if (token.userId === null) throw forbidden('user access token required');
  return token.userId;
}

export function takePermissionBack(world: KickWorld, userId: number): void {
  for (const [key, token] of world.tokens) if (token.userId === userId) world.tokens.delete(key);
  for (const [key, grant] of world.refreshTokens) if (grant.userId === userId) world.refreshTokens.delete(key);
}

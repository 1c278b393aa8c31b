import type { Core } from '../discord.ts';
import type { AuthorizationCode, Grant } from '../state/types.ts';

/** A token lives seven days. https://docs.discord.com/developers/topics/oauth2 */
export const TOKEN_LIFE_S = 604_800;
const CODE_LIFE_MS = 60_000;

/** The scopes that the simulated Discord accepts, including all that the product requests. */
export const KNOWN_SCOPES = new Set([
  'identify',
  'email',
  'guilds',
  'guilds.join',
  'guilds.members.read',
  'connections',
  'role_connections.write',
  'bot',
  'applications.commands',
  'openid',
  'webhook.incoming',
]);

export function issueCode(
  core: Core,
  given: Pick<AuthorizationCode, 'applicationId' | 'userId' | 'scopes' | 'redirectUri' | 'guildId' | 'challenge'>,
): string {
  const code = core.state.secret('code').slice(-30);
  core.state.codes.set(code, { ...given, code, expiresAt: core.state.clock.ms() + CODE_LIFE_MS });
  return code;
}

/** A code works only once. */
export function consumeCode(core: Core, code: string): AuthorizationCode | undefined {
  const found = core.state.codes.get(code);
  core.state.codes.delete(code);
  return found && found.expiresAt > core.state.clock.ms() ? found : undefined;
}

export function issueGrant(core: Core, given: Pick<Grant, 'applicationId' | 'userId' | 'scopes' | 'guildId'>): Grant {
  const grant: Grant = {
    ...given,
    accessToken: core.state.secret('access'),
    refreshToken: core.state.secret('refresh'),
    expiresAt: core.state.clock.ms() + TOKEN_LIFE_S * 1000,
  };
  core.state.grants.add(grant);
  core.state.grantsByToken.set(grant.accessToken, grant);
  core.state.grantsByToken.set(grant.refreshToken, grant);
  return grant;
}

export function renewGrant(core: Core, old: Grant): Grant {
  forget(core, old);
  return issueGrant(core, old);
}

/** Revoking one token ends the person's whole authorization of that application. */
export function revokeGrant(core: Core, grant: Grant): void {
  for (const other of core.state.grants) {
    if (other.applicationId === grant.applicationId && other.userId === grant.userId) forget(core, other);
  }
}

function forget(core: Core, grant: Grant): void {
  core.state.grants.delete(grant);
  core.state.grantsByToken.delete(grant.accessToken);
  core.state.grantsByToken.delete(grant.refreshToken);
}

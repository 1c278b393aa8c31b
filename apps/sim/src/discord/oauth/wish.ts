import type { Core } from '../discord.ts';
import { Bit, guildPermissions } from '../rules/permissions.ts';
import type { Application, Guild, User } from '../state/types.ts';
import { KNOWN_SCOPES } from './grants.ts';

/** An application's request to a person. */
export interface Wish {
  readonly application: Application;
  readonly redirectUri: string | null;
  readonly scopes: string[];
  readonly state: string | null;
  readonly guildId: string | null;
  readonly isGuildFixed: boolean;
  readonly permissions: string;
  readonly challenge: string | undefined;
}

/**
 * The URL must equal a registered one. On this machine any port is allowed, because every start may choose another one
 * for the web app. Host and path must still match. https://datatracker.ietf.org/doc/html/rfc8252#section-7.3
 */
function isRegistered({ redirectUris }: Application, asked: string): boolean {
  return redirectUris.includes(asked) || redirectUris.some((known) => withoutPort(known) === withoutPort(asked));
}

const withoutPort = (address: string): string =>
  address.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1)):\d+(?=\/)/, '$1');

/** Returns the request, or the text of an error page, because without a known return URL we cannot redirect. */
export function readWish(core: Core, query: URLSearchParams): Wish | string {
  const application = core.state.applications.get(query.get('client_id') ?? '');
  if (!application) return 'Unknown Application';
  const scopes = (query.get('scope') ?? '').split(/[\s+]+/).filter(Boolean);
  if (scopes.length === 0) return 'Missing scope';
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope));
  if (unknown) return `Invalid scope: ${unknown}`;
  const redirectUri = query.get('redirect_uri');
  const responseType = query.get('response_type');
  const isPlainInvite =
    scopes.every((scope) => scope === 'bot' || scope === 'applications.commands') && responseType === null;
  if (!isPlainInvite) {
    if (responseType !== 'code') return `Unsupported response type: ${responseType ?? 'none'}`;
    if (!redirectUri) return 'Missing redirect_uri';
  }
  if (redirectUri && !isRegistered(application, redirectUri)) return 'Invalid OAuth2 redirect_uri';
  const permissions = query.get('permissions') ?? '0';
  if (!/^\d{1,20}$/.test(permissions)) return 'Invalid permissions';
  const method = query.get('code_challenge_method');
  if (method !== null && method !== 'S256') return `Unsupported code challenge method: ${method}`;
  return {
    application,
    redirectUri,
    scopes,
    state: query.get('state'),
    guildId: query.get('guild_id'),
    isGuildFixed: query.get('disable_guild_select') === 'true',
    permissions,
    challenge: query.get('code_challenge') ?? undefined,
  };
}

/** Returns the servers to which this person can add a bot. */
export const invitableGuilds = (core: Core, user: User): Guild[] =>
  [...core.state.guilds.values()].filter((guild) => {
    const member = guild.members.get(user.id);
    return member !== undefined && (guildPermissions(guild, member) & Bit.MANAGE_GUILD) !== 0n;
  });

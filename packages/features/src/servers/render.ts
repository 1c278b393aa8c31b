import { INVITATION, type ServerId } from '@tally/contract';
import { invitePermissions } from '@tally/discord/permissions';
import type { Config } from '@tally/kernel';

const LOGIN_SCOPES = 'identify email guilds';
/** People are brought into our support server only. Where there is none, nobody is asked whether we may. */
const JOIN_SCOPE = 'guilds.join';
const INVITE_SCOPES = 'bot applications.commands';

/**
 * Where Discord asks whether the bot may come in. With a server named, it asks for that one. Whoever has answered comes
 * back to where logins end, because that address is registered already; the `state` tells the web app that it is no
 * login: see docs/decisions/0076.
 */
export function inviteUrl(config: Config, serverId: ServerId | undefined, redirectUri: string): string {
  return authorizeUrl(config, {
    response_type: 'code',
    redirect_uri: redirectUri,
    state: serverId ? `${INVITATION}.${serverId}` : INVITATION,
    scope: INVITE_SCOPES,
    permissions: invitePermissions.toString(),
    ...(serverId ? { guild_id: serverId, disable_guild_select: 'true' } : {}),
  });
}

/** Where Discord asks who somebody is. The web app adds its `state`, and compares it when the answer comes. */
export function loginUrl(config: Config, redirectUri: string): string {
  // `none`: somebody who has agreed before is not asked again.
  return authorizeUrl(config, {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: config.SUPPORT_SERVER_ID ? `${LOGIN_SCOPES} ${JOIN_SCOPE}` : LOGIN_SCOPES,
    prompt: 'none',
  });
}

function authorizeUrl(config: Config, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams({ client_id: config.discord.clientId, ...query });
  return `${config.discord.authorizeUrl}?${search.toString()}`;
}

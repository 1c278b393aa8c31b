import { INVITATION, type ServerId } from '@tally/contract';
import { invitePermissions } from '@tally/discord/permissions';
import type { Config } from '@tally/kernel';

const LOGIN_SCOPES = 'identify email guilds';
/** Adds people to our support server only. Without one, we do not request the permission. */
const JOIN_SCOPE = 'guilds.join';
const INVITE_SCOPES = 'bot applications.commands';

/**
 * The page where Discord asks to add the bot, to the given server if there is one. The person then returns to the
 * login's redirect URL, because that one is already registered. From `state`, the web app knows that this is not a
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

/**
 * The page where Discord asks the person to log in. The web app adds its `state` and compares it when the person
 * returns.
 */
export function loginUrl(config: Config, redirectUri: string): string {
  // With `none`, Discord does not ask a person again who agreed before.
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

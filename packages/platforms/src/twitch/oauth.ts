import { type PlatformDoors, type PlatformLogin, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { openTokenServer, scopesOf, withQuery } from '../login.ts';
import { TwitchUsers } from './twitch.external.ts';

/** https://dev.twitch.tv/docs/authentication/scopes/ */
const scopes = {
  /** The person's roles in other channels. */
  viewer: ['user:read:subscriptions', 'user:read:follows', 'user:read:moderated_channels'],
  /** Other people's roles in this creator's channel. */
  creator: ['channel:read:subscriptions', 'channel:read:vips', 'moderation:read', 'moderator:read:followers'],
  /** Lets our bot read and write in the creator's chat: https://dev.twitch.tv/docs/chat/authenticating/ */
  chat: ['channel:bot'],
  /** https://dev.twitch.tv/docs/api/reference#get-clips-download. No read-only scope exists. */
  clips: ['channel:manage:clips'],
} as const;

/**
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#authorization-code-grant-flow. Twitch has no PKCE and
 * would ignore a verifier.
 */
export function createLogin(doors: PlatformDoors): PlatformLogin {
  const { http, config } = doors;
  const { helixUrl, idUrl, clientId, clientSecret } = config.twitch;
  const server = openTokenServer(doors, { world: 'twitch', tokenUrl: `${idUrl}/oauth2/token`, clientId, clientSecret });
  return {
    addressOf: ({ state, redirectUri, depth, held }) =>
      withQuery(`${idUrl}/oauth2/authorize`, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopesOf([...scopes.viewer, ...(depth === 'viewer' ? [] : scopes[depth])], {
          more: [...scopes.creator, ...scopes.chat, ...scopes.clips],
          held,
        }),
        state,
        // Without this, Twitch silently uses the account that the browser is logged in with.
        force_verify: 'true',
      }),
    creatorScopes: scopes.creator,
    chatScopes: scopes.chat,
    clipScopes: scopes.clips,
    exchange: ({ code, redirectUri }) => server.exchange({ code, redirectUri }),
    renew: (refreshToken) => server.renew(refreshToken),
    revoke: async ({ accessToken }) =>
      await server.giveBack({
        url: `${idUrl}/oauth2/revoke`,
        body: { form: { client_id: clientId, token: accessToken } },
      }),
    async whoIs(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId };
      const { data } = await http.json({ world: 'twitch', url: `${helixUrl}/users`, headers }, TwitchUsers);
      const [user] = data.data;
      return user ? { id: user.id, name: user.login, displayName: user.display_name || user.login } : null;
    },
  };
}

export async function isValid({ http, config }: PlatformDoors, accessToken: string): Promise<boolean> {
  const url = `${config.twitch.idUrl}/oauth2/validate`;
  // Trap: only this call requires the `OAuth` scheme: https://dev.twitch.tv/docs/authentication/validate-tokens/
  const headers = { authorization: `OAuth ${accessToken}` };
  try {
    await http.json({ world: 'twitch', url, headers }, z.object({ client_id: z.string() }));
    return true;
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 401) return false;
    throw error;
  }
}

import type { PlatformDoors, PlatformLogin } from '@tally/kernel';
import { openTokenServer, scopesOf, withQuery } from '../login.ts';
import { KickChannels, KickUsers } from './kick.external.ts';

/**
 * The scopes for the person's identity. An app token reads everything else.
 * https://docs.kick.com/getting-started/scopes
 */
const scopes = ['user:read', 'channel:read'] as const;
/** Requested if the person wants our bot to answer in their chat, because an app token may not write. */
const chatScopes = ['chat:write'] as const;

/** OAuth 2.1 with PKCE: https://docs.kick.com/getting-started/generating-tokens-oauth2-flow */
export function createLogin(doors: PlatformDoors): PlatformLogin {
  const { http, config } = doors;
  const { apiUrl, idUrl, clientId, clientSecret } = config.kick;
  const server = openTokenServer(doors, { world: 'kick', tokenUrl: `${idUrl}/oauth/token`, clientId, clientSecret });
  return {
    addressOf: ({ state, redirectUri, challenge, depth, held }) =>
      withQuery(`${idUrl}/oauth/authorize`, {
        // Kick's page turns the first 127.0.0.1 of the URL into localhost, so we add one for it to replace:
        // https://github.com/KickEngineering/KickDevDocs/issues/211
        ...(redirectUri.includes('127.0.0.1') ? { redirect: '127.0.0.1' } : {}),
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopesOf([...scopes, ...(depth === 'chat' ? chatScopes : [])], { more: chatScopes, held }),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    creatorScopes: null,
    chatScopes,
    clipScopes: null,
    exchange: (about) => server.exchange(about),
    renew: (refreshToken) => server.renew(refreshToken),
    revoke: async ({ accessToken, refreshToken }) => {
      const token = refreshToken ?? accessToken;
      const token_hint_type = refreshToken ? 'refresh_token' : 'access_token';
      await server.giveBack({ url: `${idUrl}/oauth/revoke`, query: { token, token_hint_type } });
    },
    async whoIs(accessToken) {
      // Without ids, both calls return the token's owner.
      const ask = { world: 'kick', headers: { authorization: `Bearer ${accessToken}` } };
      const { data: users } = await http.json({ ...ask, url: `${apiUrl}/public/v1/users` }, KickUsers);
      const { data: channels } = await http.json({ ...ask, url: `${apiUrl}/public/v1/channels` }, KickChannels);
      const [user] = users.data;
      if (!user) return null;
      const own = channels.data.find((channel) => channel.broadcaster_user_id === user.user_id);
      return { id: String(user.user_id), name: own?.slug ?? user.name.toLowerCase(), displayName: user.name };
    },
  };
}

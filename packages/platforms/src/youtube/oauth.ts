import type { PlatformDoors, PlatformLogin } from '@tally/kernel';
import { openTokenServer, withQuery } from '../login.ts';
import { YoutubeOwnChannel } from './youtube.external.ts';

const SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';

/** https://developers.google.com/identity/protocols/oauth2/web-server. Undefined without keys for it. */
export function createLogin(doors: PlatformDoors): PlatformLogin | undefined {
  const { http, config } = doors;
  const { apiUrl, login } = config.youtube;
  if (!login) return undefined;
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = login;
  const server = openTokenServer(doors, { world: 'youtube', tokenUrl: `${tokenUrl}/token`, clientId, clientSecret });
  return {
    addressOf: ({ state, redirectUri, challenge }) =>
      withQuery(authorizeUrl, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        // Google returns a refresh token only with both parameters, or without the second one only at the first login.
        access_type: 'offline',
        prompt: 'consent',
      }),
    creatorScopes: null,
    chatScopes: [],
    clipScopes: null,
    exchange: (about) => server.exchange(about),
    renew: (refreshToken) => server.renew(refreshToken),
    // Revoking either token revokes the person's whole permission.
    revoke: async ({ accessToken, refreshToken }) =>
      await server.giveBack({ url: `${tokenUrl}/revoke`, body: { form: { token: refreshToken ?? accessToken } } }),
    async whoIs(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const query = { part: 'snippet', mine: 'true' };
      const { data } = await http.json(
        { world: 'youtube', url: `${apiUrl}/channels`, query, headers },
        YoutubeOwnChannel,
      );
      return data;
    },
  };
}

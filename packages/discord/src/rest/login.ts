import type { ServerId } from '@tally/contract';
import { z } from 'zod';
import { nothing, type Send } from './call.ts';
import { ListedServer, Tokens, User } from './external/index.ts';

export interface AppKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Calls on behalf of a person who logged in. https://docs.discord.com/developers/topics/oauth2 */
export const loginCalls = (send: Send, app: AppKeys) => {
  const keys = { client_id: app.clientId, client_secret: app.clientSecret };
  return {
    exchangeCode: (about: { code: string; redirectUri: string; codeVerifier?: string }) =>
      send({
        name: 'login.exchangeCode',
        method: 'POST',
        path: '/oauth2/token',
        isUnversioned: true,
        as: 'nobody',
        form: {
          ...keys,
          grant_type: 'authorization_code',
          code: about.code,
          redirect_uri: about.redirectUri,
          ...(about.codeVerifier === undefined ? {} : { code_verifier: about.codeVerifier }),
        },
        answer: Tokens,
      }),

    refresh: (refreshToken: string) =>
      send({
        name: 'login.refresh',
        method: 'POST',
        path: '/oauth2/token',
        isUnversioned: true,
        as: 'nobody',
        form: { ...keys, grant_type: 'refresh_token', refresh_token: refreshToken },
        answer: Tokens,
      }),

    /** Ends the whole authorization, not only this token. */
    revoke: (token: string) =>
      send({
        name: 'login.revoke',
        method: 'POST',
        path: '/oauth2/token/revoke',
        isUnversioned: true,
        as: 'nobody',
        form: { ...keys, token },
        answer: nothing,
      }),

    me: (accessToken: string) =>
      send({ name: 'login.me', method: 'GET', path: '/users/@me', as: { bearer: accessToken }, answer: User }),

    /** Lists up to 200 servers, the most a person can join. Discord allows about one call a second, so cache it. */
    servers: (about: { accessToken: string; after?: ServerId }) =>
      send({
        name: 'login.servers',
        method: 'GET',
        path: '/users/@me/guilds',
        as: { bearer: about.accessToken },
        query: { with_counts: true, after: about.after },
        answer: z.array(ListedServer),
      }),

    /** Sets a person's five records for Discord's linked roles. Booleans are "1" and "0". */
    setRoleConnection: (about: {
      accessToken: string;
      platformName: string;
      platformUsername: string;
      metadata: Readonly<Record<string, string>>;
    }) =>
      send({
        name: 'login.setRoleConnection',
        method: 'PUT',
        path: `/users/@me/applications/${app.clientId}/role-connection`,
        as: { bearer: about.accessToken },
        body: {
          platform_name: about.platformName,
          platform_username: about.platformUsername,
          metadata: about.metadata,
        },
        answer: nothing,
      }),
  };
};

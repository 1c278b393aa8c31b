import { createHash } from 'node:crypto';
import type { Core } from '../discord.ts';
import { bucket, type Call, ok, openRoute, type Reply, type Route, roomy } from '../rest/route.ts';
import { ApiError } from '../rules/errors.ts';
import type { Application, Grant } from '../state/types.ts';
import { applicationWire, guildWire, userWire } from '../state/wire.ts';
import { consumeCode, issueGrant, renewGrant, revokeGrant, TOKEN_LIFE_S } from './grants.ts';

const refused = (error: string, description: string, status = 400): Reply => ({
  status,
  body: { error, error_description: description },
});

export const oauthRoutes: readonly Route[] = [
  openRoute<URLSearchParams>(
    'POST /oauth2/token',
    { auth: 'none', body: { form: true }, limit: bucket('oauth-token', 50, 10) },
    token,
  ),
  openRoute<URLSearchParams>(
    'POST /oauth2/token/revoke',
    { auth: 'none', body: { form: true }, limit: bucket('oauth-revoke', 50, 10) },
    (call) => {
      const application = clientOf(call);
      if (!application) return refused('invalid_client', 'Invalid client credentials', 401);
      const grant = call.core.state.grantsByToken.get(call.body.get('token') ?? '');
      if (grant?.applicationId === application.id) revokeGrant(call.core, grant);
      return ok({});
    },
  ),
  openRoute('GET /oauth2/@me', { auth: { scope: 'identify' }, limit: roomy('oauth-self') }, ({ core, auth }) => {
    if (auth.kind !== 'bearer') throw new ApiError(0);
    const application = core.state.applications.get(auth.grant.applicationId);
    return ok({
      application: application ? applicationWire(core.state, application) : null,
      scopes: auth.grant.scopes,
      expires: new Date(auth.grant.expiresAt).toISOString(),
      user: userWire(auth.user),
    });
  }),
];

/** The credentials are basic authentication, or client_id and client_secret in the body. */
function clientOf(call: Call<URLSearchParams>): Application | undefined {
  const header = call.headers.authorization;
  let [id, secret] = [call.body.get('client_id'), call.body.get('client_secret')];
  if (typeof header === 'string' && header.startsWith('Basic ')) {
    const [user = '', password = ''] = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':');
    [id, secret] = [decodeURIComponent(user), decodeURIComponent(password)];
  }
  const application = call.core.state.applications.get(id ?? '');
  return application?.secret === secret ? application : undefined;
}

function token(call: Call<URLSearchParams>): Reply {
  const { core, body } = call;
  const application = clientOf(call);
  if (!application) return refused('invalid_client', 'Invalid client credentials', 401);
  const kind = body.get('grant_type');
  if (kind === 'authorization_code') return exchange(call, application);
  if (kind === 'refresh_token') {
    const grant = core.state.grantsByToken.get(body.get('refresh_token') ?? '');
    const isGood = grant?.applicationId === application.id && grant.refreshToken === body.get('refresh_token');
    if (!grant || !isGood) return refused('invalid_grant', 'Invalid "refresh_token" in request.');
    return ok(grantWire(core, renewGrant(core, grant)));
  }
  if (kind === 'client_credentials') {
    const scopes = (body.get('scope') ?? 'identify').split(' ');
    const grant = issueGrant(core, {
      applicationId: application.id,
      userId: application.ownerId,
      scopes,
      guildId: undefined,
    });
    const { refresh_token: _, ...wire } = grantWire(core, grant);
    return ok(wire);
  }
  return refused('unsupported_grant_type', `Unsupported "grant_type": ${kind ?? 'none'}`);
}

function exchange({ core, body }: Call<URLSearchParams>, application: Application): Reply {
  const code = consumeCode(core, body.get('code') ?? '');
  if (code?.applicationId !== application.id) return refused('invalid_grant', 'Invalid "code" in request.');
  if (code.redirectUri !== body.get('redirect_uri'))
    return refused('invalid_grant', 'Invalid "redirect_uri" in request.');
  if (code.challenge !== undefined) {
    const verifier = body.get('code_verifier') ?? '';
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) {
      return refused('invalid_grant', 'Invalid "code_verifier" in request.');
    }
  }
  return ok(grantWire(core, issueGrant(core, code)));
}

function grantWire(core: Core, grant: Grant) {
  const guild = grant.guildId === undefined ? undefined : core.state.guilds.get(grant.guildId);
  return {
    token_type: 'Bearer',
    access_token: grant.accessToken,
    expires_in: TOKEN_LIFE_S,
    refresh_token: grant.refreshToken,
    scope: grant.scopes.join(' '),
    ...(guild ? { guild: guildWire(core.state, guild) } : {}),
  };
}

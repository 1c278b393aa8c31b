import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Sim } from '../../start.ts';
import { APPLICATION_ID, CLIENT_SECRET, DEMO_USER_ID } from '../seed/application.ts';
import { type Answer, act, ask, openSim, personOf, readAnswer, server } from '../test-world.ts';

const REDIRECT = 'http://localhost:3000/callback';

const authorizeUrl = (sim: Sim, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    client_id: APPLICATION_ID,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'identify email guilds',
    state: 's1',
    ...more,
  });
  return `${sim.url}/discord/oauth2/authorize?${query.toString()}`;
};

const choose = async (sim: Sim, form: Record<string, string>, more: Record<string, string> = {}) => {
  const answer = await fetch(authorizeUrl(sim, more), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return { status: answer.status, location: new URL(answer.headers.get('location') ?? 'about:blank') };
};

async function token(sim: Sim, form: Record<string, string>, secret = CLIENT_SECRET): Promise<Answer> {
  const response = await fetch(`${sim.url}/discord/api/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${APPLICATION_ID}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return readAnswer(response);
}

const codeOf = async (sim: Sim, more: Record<string, string> = {}) =>
  (await choose(sim, { choice: 'authorise', user_id: DEMO_USER_ID }, more)).location.searchParams.get('code') ?? '';

const exchange = (sim: Sim, code: string, more: Record<string, string> = {}) =>
  token(sim, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more });

describe('logging in', () => {
  it('goes the full circle: page, button, code, token, account, servers, refresh, revoke', async () => {
    const sim = await openSim();
    const page = await (await fetch(authorizeUrl(sim))).text();
    expect(page).toContain('Robin Okafor');
    expect(page).toContain('>Authorise</button>');

    const { status, location } = await choose(sim, { choice: 'authorise', user_id: DEMO_USER_ID });
    expect(status).toBe(302);
    expect(location.href.startsWith(REDIRECT)).toBe(true);
    expect(location.searchParams.get('state')).toBe('s1');

    const granted = await exchange(sim, location.searchParams.get('code') ?? '');
    expect(granted.get('scope')).toBe('identify email guilds');
    expect(granted.get('expires_in')).toBe(604_800);
    const as = (access: unknown) => ({ token: `Bearer ${String(access)}` });
    const me = await ask(sim, 'GET /users/@me', undefined, as(granted.get('access_token')));
    expect(me.get('id')).toBe(DEMO_USER_ID);
    expect(me.get('email')).toContain('@');
    const guilds = await ask(sim, 'GET /users/@me/guilds', undefined, as(granted.get('access_token')));
    expect(guilds.pluck('name')).toHaveLength(5);
    expect(guilds.get('0.owner')).toBe(true);

    const renewed = await token(sim, { grant_type: 'refresh_token', refresh_token: granted.text('refresh_token') });
    expect((await ask(sim, 'GET /users/@me', undefined, as(granted.get('access_token')))).status).toBe(401);
    expect((await ask(sim, 'GET /oauth2/@me', undefined, as(renewed.get('access_token')))).get('user.id')).toBe(
      DEMO_USER_ID,
    );

    await fetch(`${sim.url}/discord/api/oauth2/token/revoke`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: APPLICATION_ID,
        client_secret: CLIENT_SECRET,
        token: renewed.text('refresh_token'),
      }),
    });
    expect((await ask(sim, 'GET /users/@me', undefined, as(renewed.get('access_token')))).status).toBe(401);
  });

  it('refuses a code twice, late, with another address, or with another secret', async () => {
    const sim = await openSim();
    const code = await codeOf(sim);
    expect((await exchange(sim, code)).status).toBe(200);
    expect((await exchange(sim, code)).get('error')).toBe('invalid_grant');
    const late = await codeOf(sim);
    sim.clock.advance(60_001);
    expect((await exchange(sim, late)).get('error')).toBe('invalid_grant');
    expect((await exchange(sim, await codeOf(sim), { redirect_uri: 'http://localhost:3000/other' })).status).toBe(400);
    const wrong = await token(
      sim,
      { grant_type: 'authorization_code', code: await codeOf(sim), redirect_uri: REDIRECT },
      'wrong',
    );
    expect(wrong.status).toBe(401);
    expect(wrong.get('error')).toBe('invalid_client');
  });

  it('holds a code to its challenge (PKCE)', async () => {
    const sim = await openSim();
    const verifier = 'v'.repeat(50);
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    expect((await exchange(sim, await codeOf(sim, challenge))).status).toBe(400);
    expect((await exchange(sim, await codeOf(sim, challenge), { code_verifier: verifier })).status).toBe(200);
  });

  it('shows a page without a redirect when client or address are unknown', async () => {
    const sim = await openSim();
    const wrongs: Record<string, string>[] = [
      { client_id: '1' },
      { redirect_uri: 'http://evil.test/' },
      { redirect_uri: `${REDIRECT}/more` },
      { scope: 'everything' },
      { response_type: 'token' },
    ];
    for (const wrong of wrongs) {
      const answer = await fetch(authorizeUrl(sim, wrong), { redirect: 'manual' });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  it('accepts any port of this machine for a registered path, and no other host', async () => {
    const sim = await openSim();
    const statusFor = async (redirect_uri: string) => (await fetch(authorizeUrl(sim, { redirect_uri }))).status;
    expect(await statusFor('http://localhost:3917/login/callback')).toBe(200);
    expect(await statusFor('http://localhost.evil.test:3000/login/callback')).toBe(400);
    expect(await statusFor('http://localhost:3000@evil.test/login/callback')).toBe(400);
    expect(await statusFor('https://localhost:3000/login/callback')).toBe(400);
  });

  it('returns access_denied when the person declines', async () => {
    const sim = await openSim();
    const { location } = await choose(sim, { choice: 'deny' });
    expect(location.searchParams.get('error')).toBe('access_denied');
    expect(location.searchParams.get('state')).toBe('s1');
  });

  it('refuses calls outside the scopes', async () => {
    const sim = await openSim();
    const granted = await exchange(sim, await codeOf(sim, { scope: 'identify' }));
    const as = { token: `Bearer ${granted.text('access_token')}` };
    expect((await ask(sim, 'GET /users/@me', undefined, as)).get('email')).toBeUndefined();
    expect((await ask(sim, 'GET /users/@me/guilds', undefined, as)).get('code')).toBe(50026);
    expect((await ask(sim, `GET /guilds/${server(sim).id}`, undefined, as)).get('code')).toBe(20002);
  });
});

describe('inviting the bot', () => {
  it('adds it with the requested permissions, and names the server', async () => {
    const sim = await openSim();
    const target = server(sim, 'Moss & Pixels');
    const more = {
      scope: 'bot applications.commands identify',
      permissions: '2048',
      guild_id: target.id,
      disable_guild_select: 'true',
    };
    const { location } = await choose(
      sim,
      { choice: 'authorise', user_id: DEMO_USER_ID, guild_id: server(sim).id },
      more,
    );
    expect(location.searchParams.get('guild_id')).toBe(target.id);
    const role = [...target.roles.values()].find(({ tags }) => tags?.bot_id === APPLICATION_ID);
    expect(role?.permissions).toBe('2048');
    const granted = await exchange(sim, location.searchParams.get('code') ?? '');
    expect(granted.get('guild.name')).toBe('Moss & Pixels');
    expect((await ask(sim, `GET /guilds/${target.id}`)).status).toBe(200);
  });

  it('does not let a plain member bring it in', async () => {
    const sim = await openSim();
    const target = server(sim, 'Moss & Pixels');
    const more = { scope: 'bot identify', guild_id: target.id };
    const { status } = await choose(
      sim,
      { choice: 'authorise', user_id: personOf(sim, target), guild_id: target.id },
      more,
    );
    expect(status).toBe(403);
    expect(target.members.has(APPLICATION_ID)).toBe(false);
  });

  it('a control action does the same as the button, and adds a person with their token', async () => {
    const sim = await openSim();
    const authorised = await act(sim, 'authorise', {
      client_id: APPLICATION_ID,
      redirect_uri: REDIRECT,
      scope: 'identify guilds.join role_connections.write',
    });
    const code = new URL(authorised.text('location')).searchParams.get('code') ?? '';
    const access = (await exchange(sim, code)).text('access_token');
    const join = (guild: string) => ask(sim, `PUT /guilds/${guild}/members/${DEMO_USER_ID}`, { access_token: access });
    await act(sim, 'leave', { guild_id: server(sim, 'Clip Museum').id, user_id: DEMO_USER_ID });
    expect((await join(server(sim, 'Clip Museum').id)).status).toBe(201);
    expect((await join(server(sim, 'Clip Museum').id)).status).toBe(204);

    const records = [{ type: 7, key: 'kick_linked', name: 'Kick linked', description: 'Has linked Kick' }];
    expect((await ask(sim, `PUT /applications/${APPLICATION_ID}/role-connections/metadata`, records)).status).toBe(200);
    const six = Array.from({ length: 6 }, (_, index) => ({ ...records[0], key: `k${index}` }));
    expect((await ask(sim, `PUT /applications/${APPLICATION_ID}/role-connections/metadata`, six)).get('code')).toBe(
      50035,
    );
    const set = await ask(
      sim,
      `PUT /users/@me/applications/${APPLICATION_ID}/role-connection`,
      { platform_name: 'Kick', metadata: { kick_linked: '1', other: '2' } },
      { token: `Bearer ${access}` },
    );
    expect(set.get('metadata')).toEqual({ kick_linked: '1' });
  });
});

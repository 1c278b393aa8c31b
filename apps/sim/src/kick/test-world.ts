/** A simulated Kick on a free port, and an app that listens to its webhooks, for tests. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createClock, type SimClock } from '../clock.ts';
import { readBody } from '../http/body.ts';
import { type Reply, replyOf, startTestPlatform } from '../platform/test-world.ts';
import { kick } from './definition.ts';

export { pick, pickList } from '../platform/test-world.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestKick {
  readonly url: string;
  readonly clock: SimClock;
  readonly unknown: string[];
  /** The deliveries to the app's callback, in order of arrival. */
  readonly received: Received[];
  /** The statuses of the app's next responses. Later ones are 200. */
  readonly replies: number[];
  control(name: string, body?: object): unknown;
  appToken(): Promise<string>;
  /** Logs a person in, who agrees. Returns their token. */
  userToken(slug: string, scopes: string): Promise<string>;
  get(path: string, token?: string): Promise<Reply>;
  send(method: string, path: string, options: { token?: string; json?: unknown }): Promise<Reply>;
  close(): Promise<void>;
}

export async function startTestKick(): Promise<TestKick> {
  const clock = createClock();
  const received: Received[] = [];
  const replies: number[] = [];
  const { appUrl, ...platform } = await startTestPlatform(kick, {
    clock,
    async receive(req, res) {
      const body = await readBody(req);
      received.push({ headers: req.headers, body: body.toString('utf8') });
      res.writeHead(replies.shift() ?? 200).end();
    },
  });
  const { url } = platform;
  platform.control('callback', { url: `${appUrl}/webhooks/kick` });
  const send: TestKick['send'] = async (method, path, { token, json }) => {
    const response = await fetch(`${url}/kick${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return await replyOf(response);
  };
  return {
    ...platform,
    clock,
    received,
    replies,
    send,
    get: async (path, token) => send('GET', path, token ? { token } : {}),
    appToken: () => fetchToken(url, { grant_type: 'client_credentials' }),
    userToken: (slug, scopes) => logIn(url, slug, scopes),
  };
}

export async function askForToken(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; json: Record<string, string> }> {
  const response = await fetch(`${url}/kick/id/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sim-kick-client', client_secret: 'sim-kick-secret', ...form }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

async function fetchToken(url: string, form: Record<string, string>): Promise<string> {
  const { json } = await askForToken(url, form);
  return json.access_token ?? '';
}

async function logIn(url: string, slug: string, scope: string): Promise<string> {
  const verifier = 'a-verifier-of-at-least-forty-three-characters-in-length';
  const redirectUri = 'http://localhost:3000/link/kick/callback';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sim-kick-client',
    redirect_uri: redirectUri,
    scope,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    as: slug,
  });
  const answer = await fetch(`${url}/kick/id/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return fetchToken(url, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

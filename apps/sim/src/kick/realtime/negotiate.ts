import { createSecret } from '../../platform/ids.ts';
import { type Answer, answerJson, type Call, type Route } from '../call.ts';
import type { KickWorld } from '../world.ts';
import { channelIdOf } from './send.ts';

export const PUSHER_KEY = '32cbd69e4b950bf97679';
const TOKEN_MS = 45 * 60_000;

/** Serves web.kick.com: the server of a chat, and a guest's token for it. */
export function realtimeRoutes(world: KickWorld): Route[] {
  const path = '/web/api/v1/realtime';
  const ofKick =
    (run: (body: unknown, names: Readonly<Record<string, string>>) => Answer): Route['run'] =>
    (call, names) => {
      // Kick's own pages always send this header.
      if (call.headers.origin !== 'https://kick.com') return answerJson(403, { message: 'Forbidden' });
      return run(readJson(call), names);
    };
  return [
    { method: 'POST', path: `${path}/connection`, run: ofKick((body) => negotiate(world, body)) },
    {
      method: 'POST',
      path: `${path}/channels/:id/chat/connection`,
      run: ofKick((body, { id }) =>
        [...world.people.values()].some((person) => String(channelIdOf(person)) === id)
          ? negotiate(world, body)
          : answerJson(404, { message: 'Not Found' }),
      ),
    },
    { method: 'POST', path: `${path}/auth/connection`, run: ofKick((body) => giveToken(world, body)) },
  ];
}

function readJson({ body }: Call): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const refuse = (message: string): Answer => answerJson(422, { message });

function negotiate(world: KickWorld, body: unknown): Answer {
  const { client, capabilities } = (body ?? {}) as {
    client?: { id?: unknown; type?: unknown };
    capabilities?: { accepted_providers?: { provider?: unknown }[] };
  };
  if (typeof client?.id !== 'string' || client.type !== 'web') return refuse('The client field is required.');
  const accepted = new Set((capabilities?.accepted_providers ?? []).map(({ provider }) => provider));
  const base = world.doors.baseUrl().replace(/^http/, 'ws');
  const credentials = {
    centrifugo: { url: `${base}/realtime/connection/websocket` },
    pusher: { app_key: PUSHER_KEY, cluster: 'us2' },
  };
  const named = [world.realtime.provider].filter((provider) => accepted.has(provider));
  const connections = named.map((provider) => ({ provider, credentials: credentials[provider] }));
  return answerJson(200, { data: { mode: 'websocket', connections }, message: 'Success' });
}

function giveToken(world: KickWorld, body: unknown): Answer {
  if (typeof (body as { client_id?: unknown } | null)?.client_id !== 'string')
    return refuse('The client id field is required.');
  const token = createSecret(world.doors);
  world.realtime.tokens.set(token, new Date(world.doors.now().getTime() + TOKEN_MS));
  return answerJson(200, { data: { token }, message: 'Success' });
}

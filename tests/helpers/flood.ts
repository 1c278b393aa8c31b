import { type AnyEndpoint, contract } from '@tally/contract';
import { z } from 'zod';
import { samplePath } from './sample-request.ts';

/** One call without a login. */
export interface StrangersCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Returns every anonymous call and the open URLs. Each round uses new names, so no answer is cached. */
export function strangersCalls(round: number): readonly StrangersCall[] {
  const madeUp = `made_up_${round}`;
  const kinds = ['kick', 'twitch'] as const;
  const named = (platform: string) => ({
    platform,
    username: madeUp,
    channel: madeUp,
    ids: String(90_000_000 + round),
    id: `${90_000_000 + round}`,
    source: platform,
    link: `https://kick.com/${madeUp}`,
    name: madeUp,
  });
  const calls = listAnonymous().flatMap(([name, endpoint]) => {
    const { platform } = endpoint.params.shape;
    const takes = kinds.filter((kind) => platform && z.safeDecode(platform, kind).success);
    return (takes.length > 0 ? takes : [kinds[0]]).map((kind) => ({
      name,
      method: endpoint.method,
      path: samplePath(endpoint, named(kind)),
      ...(name === 'downloadEmotes' && { body: emotesOf(round) }),
    }));
  });
  return [
    ...calls,
    { name: 'a card', method: 'GET', path: `/e/${madeUp}` },
    { name: 'the contract', method: 'GET', path: '/openapi.json' },
  ];
}

const listAnonymous = (): (readonly [string, AnyEndpoint])[] =>
  Object.values<Readonly<Record<string, AnyEndpoint>>>(contract).flatMap((home) =>
    Object.entries(home).filter(([, { access }]) => access.who === 'anyone'),
  );

const emotesOf = (round: number) => ({
  platform: 'kick',
  emotes: [{ name: 'wave', url: `https://files.kick.com/emotes/${90_000_000 + round}/fullsize` }],
});

/** Twenty unrelated IP addresses, or twenty of one household. */
export const addresses = {
  many: Array.from({ length: 20 }, (_, at) => `203.0.113.${at + 1}`),
  oneNetwork: Array.from({ length: 20 }, (_, at) => `2001:db8:1:2::${(at + 1).toString(16)}`),
} as const;

/** Sends calls from this IP address, and cancels responses that stay open. */
export async function sayAs(api: string, address: string, { method, path, body }: StrangersCall): Promise<Response> {
  const leaving = new AbortController();
  const answer = await fetch(`${api}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(60_000)]),
    headers: { 'x-forwarded-for': address, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isEndless = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isEndless ? null : await answer.text();
  if (isEndless) leaving.abort();
  return new Response([204, 304].includes(answer.status) ? null : text, {
    status: answer.status,
    headers: answer.headers,
  });
}

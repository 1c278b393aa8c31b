import { type CallInput, connections } from '@tally/contract';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';

type Start = CallInput<typeof connections.startConnecting>;

/** A logged-in person agrees, as `as`, on a platform's page, and returns to our site. */
export async function linkAccount(
  api: TestApi,
  token: string,
  { platform, as, depth }: Start['params'] & NonNullable<Start['query']> & { readonly as: string },
): Promise<void> {
  const params = { platform };
  const begun = await api.call(connections.startConnecting, { params, query: { depth } }, token);
  const url = new URL(String(begun.json.data));
  url.searchParams.set('as', as);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '').searchParams;
  const query = { state: back.get('state') ?? '' };
  const linked = await api.call(connections.connect, { params, query, body: { code: back.get('code') ?? '' } }, token);
  expect([linked.status, linked.json.error]).toEqual([200, undefined]);
}

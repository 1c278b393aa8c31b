import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const ask = (headers: Record<string, string>) =>
  isSameOrigin(
    new Request('http://127.0.0.1:3000/api/tally/x', {
      method: 'POST',
      headers: { host: 'tally.example', ...headers },
    }),
    'https://public.example',
  );

test('our own pages may write', () => {
  expect(ask({ 'sec-fetch-site': 'same-origin', origin: 'https://tally.example' })).toBe(true);
  expect(ask({ origin: 'https://tally.example' })).toBe(true);
  expect(ask({ 'sec-fetch-site': 'same-origin' })).toBe(true);
});

test('behind a proxy that changes the host, the public address counts', () => {
  expect(ask({ origin: 'https://public.example' })).toBe(true);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.tally.example' }],
  ['another origin without fetch metadata', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  [
    'a foreign origin that claims same-origin metadata',
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['something that is no browser', {}],
])('%s may not', (_who, headers) => {
  expect(ask(headers)).toBe(false);
});

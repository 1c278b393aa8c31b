import { readConfig } from '@tally/kernel';
import { expect, it } from 'vitest';
import { loginUrl } from './render.ts';

const scopesOf = (env: Readonly<Record<string, string>>) =>
  new URL(loginUrl(readConfig({ NODE_ENV: 'test', ...env }), 'http://127.0.0.1/')).searchParams.get('scope');

it('people are asked for permission to add them to a server only if there is a server', () => {
  expect(scopesOf({})).toBe('identify email guilds');
  expect(scopesOf({ SUPPORT_SERVER_ID: '800000000000000009' })).toBe('identify email guilds guilds.join');
});

import type { UserId } from '@tally/contract';
import { expect, it } from 'vitest';
import { codeMessage, linksMessage } from './render.ts';
import type { LinkedAccount } from './service/change.ts';

const names = { nameOf: (platform: string) => platform.toUpperCase(), settingsUrl: 'https://tally.example/settings' };
const account = (change: Partial<LinkedAccount>): LinkedAccount => ({
  userId: '1' as UserId,
  platform: 'twitch',
  accountId: '7',
  username: 'ann',
  displayName: 'Ann',
  isGone: false,
  linkedAt: new Date(0),
  ...change,
});

it('lists linked accounts, expired logins and missing ones; names are plain text', () => {
  const accounts = [account({ displayName: '**@everyone**' }), account({ platform: 'youtube', isGone: true })];
  const shown = linksMessage('en-US', accounts, names);
  expect(shown.embeds?.[0]?.description?.split('\n')).toEqual([
    '**KICK** not linked',
    '**TWITCH** \\*\\*@\u200beveryone\\*\\*',
    '**RUMBLE** not linked',
    '**YOUTUBE** Ann: log in again',
  ]);
  expect(shown.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
  expect(shown.components?.[0]?.components).toHaveLength(2);
});

it('offers no code to a person with a linked Kick account', () => {
  const shown = linksMessage('ar-SA', [account({ platform: 'kick' })], names);
  expect(shown.components?.[0]?.components).toMatchObject([{ url: names.settingsUrl, label: 'فتح الإعدادات' }]);
});

it('a code comes with what to write, where, until when, and a warning about other people’s codes', () => {
  const chats = [{ name: 'a_b_c', url: 'https://kick.com/a_b_c' }];
  const code = { code: 'ABCD2345', command: '!link ABCD2345', expiresAt: new Date(300_000), chats };
  const { content, allowed_mentions } = codeMessage('en-US', code);
  expect(content).toContain('`!link ABCD2345`');
  expect(content).toContain('<t:300:t>');
  expect(content).toContain(String.raw`[a\_b\_c](<https://kick.com/a_b_c>)`);
  expect(content).toContain('asked for yourself');
  expect(allowed_mentions.parse).toEqual([]);
});

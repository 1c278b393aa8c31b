import { expect, test } from 'vitest';
import { likelyChannel } from './likely-channel.ts';

const channel = (name: string, more: object = {}) =>
  ({ id: name, name, type: 'text', validPermissions: true, position: 0, ...more }) as never;

test.each([
  [['rules', 'general', '👋-welcome'], '👋-welcome'],
  [['rules', 'General chat'], 'General chat'],
  [['rules', 'games'], 'rules'],
  [[], undefined],
])('of %j it proposes %s', (names, likely) => {
  expect(
    likelyChannel(
      'welcome',
      names.map((name) => channel(name)),
    )?.name,
  ).toBe(likely);
});

test('it proposes no channel in which the bot may not post', () => {
  const channels = [channel('welcome', { validPermissions: false }), channel('lobby', { type: 'voice' })];
  expect(likelyChannel('welcome', channels)).toBeUndefined();
});

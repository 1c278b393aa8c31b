import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { expect, test } from 'vitest';
import { deafChannels } from './ping-warning.tsx';

const [open, closed, loud, quiet] = ['1', '2', '3', '4'];
const discord = {
  channels: [
    { id: open, name: 'open', mayPingAll: true },
    { id: closed, name: 'closed', mayPingAll: false },
  ],
  roles: [
    { id: loud, mentionable: true },
    { id: quiet, mentionable: false },
  ],
} as unknown as DiscordGuildData;

test.each([
  ['nobody is pinged', null, [open, closed], []],
  ['everybody may ping the role', loud, [open, closed], []],
  ['the bot may ping every role there', quiet, [open, null], []],
  ['neither', quiet, [open, closed, undefined], ['#closed']],
  ['the role is gone', '5', [closed], []],
])('a ping reaches no one: %s', (_, role, channels, expected) => {
  expect(deafChannels(discord, role, channels)).toEqual(expected);
});

test('an unknown channel gets no warning', () => {
  expect(deafChannels(undefined, quiet, [closed])).toEqual([]);
});

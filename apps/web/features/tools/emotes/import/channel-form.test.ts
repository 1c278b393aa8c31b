import { expect, it } from 'vitest';
import { channelIn, linkTo } from './channel-form.tsx';

const followed = [{ platform: 'twitch', name: 'shroud' }] as const;

it.each([
  ['https://www.twitch.tv/xqc?tab=1', { platform: 'twitch', name: 'xqc' }],
  ['twitch.tv/xqc', { platform: 'twitch', name: 'xqc' }],
  ['https://kick.com/shroud', { platform: 'kick', name: 'shroud' }],
  [' Shroud ', { platform: 'twitch', name: 'shroud' }],
  ['xqc', { platform: 'kick', name: 'xqc' }],
  ['nottwitch.tv/xqc', { platform: 'kick', name: 'xqc' }],
  ['  ', null],
])('%s', (typed, channel) => {
  expect(channelIn(typed, followed)).toEqual(channel);
});

it('what is offered is understood', () => {
  expect(channelIn(linkTo({ platform: 'twitch', name: 'xqc' }), [])).toEqual({ platform: 'twitch', name: 'xqc' });
});

import type { ChannelFinding } from '@tally/contract/servers/calls';
import { expect, test } from 'vitest';
import { suggestedChannel } from './suggested-channel.ts';

const channel = (name: string, more: object = {}) =>
  ({ id: `id of ${name}`, name, type: 'text', validPermissions: true, ...more }) as ChannelFinding;

test('a channel with a matching name comes first, at any position', () => {
  expect(suggestedChannel([channel('general'), channel('announcements'), channel('live-now')])).toBe('id of live-now');
  expect(suggestedChannel([channel('عام'), channel('إعلانات')])).toBe('id of إعلانات');
});

test('never one where the bot cannot post, nor a voice channel; without a hint there is no guess', () => {
  const closed = channel('live-now', { validPermissions: false });
  expect(suggestedChannel([closed, channel('live', { type: 'voice' }), channel('general')])).toBe('id of general');
  expect(suggestedChannel([channel('general'), channel('memes')])).toBeNull();
});

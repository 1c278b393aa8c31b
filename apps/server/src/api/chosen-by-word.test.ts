import { contract } from '@tally/contract';
import { expect, test } from 'vitest';
import { readParts } from './requests/fields.ts';

const params = { guildId: '112233445566778899', platform: 'tiktok', streamer: 'ada' };

test('a word in the path picks the body: fields of other platforms are dropped', () => {
  const sent = { params, query: {}, body: { paused: true, leaderBoardChannelId: '112233445566778899' } };
  const { updateStreamer } = contract.notifications;
  expect(readParts(updateStreamer, sent, 'en-US').body).toEqual({ paused: true });
  expect(readParts(updateStreamer, { ...sent, params: { ...params, platform: 'kick' } }, 'en-US').body).toEqual(
    sent.body,
  );
});

test('a word in the query picks the body: the problem names the field of that body', () => {
  const sent = { params: { guildId: params.guildId }, query: { type: 'randomMessages' }, body: { type: 'welcome' } };
  expect(readParts(contract.servers.saveMessage, sent, 'en-US').problems).toEqual([
    expect.stringMatching(/^messages: /),
  ]);
});

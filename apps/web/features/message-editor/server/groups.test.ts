import { streamerMessageTypes } from '@tally/contract/message-editor/types';
import { expect, test } from 'vitest';
import { groupOf, messageGroups } from './groups.ts';

test('every kind of message of streamers is in exactly one group', () => {
  const listed = messageGroups.flatMap((group) => group.types);
  expect(listed.toSorted()).toEqual([...streamerMessageTypes].sort());
  expect(groupOf('clip')?.platforms).toEqual(['twitch', 'kick']);
});

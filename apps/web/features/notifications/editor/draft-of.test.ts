import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import { expect, test } from 'vitest';
import { changedFields } from '../../../lib/drafts/draft.ts';
import { toEdited } from '../../message-editor/editor/body.ts';
import { changeOf, draftOf, wholeOf, withBody } from './draft-of.ts';

const streamer = {
  platform: 'twitch',
  streamerUserName: 'ada',
  notificationChannelId: '1',
  pingRoleId: null,
  onEnd: null,
  usersForLiveRole: [{ id: '7', name: 'Grace' }],
  customMessages: [{ type: 'twitchLive', content: 'hi', embed: null, buttons: [], webhook: null }],
} as unknown as StreamerInDetail;

test('sends only changed fields, and people by their id', () => {
  const draft = draftOf(streamer);
  expect(draft.usersForLiveRole).toEqual(['7']);
  const changed = { ...draft, pingRoleId: '9' } as typeof draft;
  expect(changeOf('twitch', changed, changedFields(draft, changed))).toEqual({ pingRoleId: '9' });
});

test('one changed message sends all of them, because the list is replaced', () => {
  const draft = draftOf(streamer);
  const changed = { ...draft, 'message.twitchOffline': toEdited({ content: 'bye' }) };
  const body = changeOf('twitch', changed, changedFields(draft, changed));
  expect(body.customMessages?.map(({ type, content }) => [type, content])).toEqual([
    ['twitchLive', 'hi'],
    ['twitchOffline', 'bye'],
  ]);
});

test('copied settings can be pasted again', () => {
  const draft = draftOf(streamer);
  const other = withBody('twitch', { ...draft, 'message.twitchLive': null, onEnd: 'delete' }, wholeOf('twitch', draft));
  expect(changedFields(draft, other)).toEqual([]);
});

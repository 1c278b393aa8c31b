import { streamerBodies } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { expect, test } from 'vitest';
import { toEdited } from '../../../message-editor/editor/body.ts';
import { stepOf, stepsOf } from './plan.ts';
import { canPause, canResume, inverseOf } from './steps.ts';

const room = '50001' as ChannelId;
const streamer = (more: object = {}) =>
  ({
    platform: 'kick',
    streamerUserName: 'ada',
    displayName: 'Ada',
    notificationChannelId: '40001',
    pingRoleId: '70001',
    paused: null,
    pauseReason: null,
    usersForLiveRole: ['90001'],
    offlineGraceMinutes: 10,
    customMessages: [{ type: 'kickLive', content: 'hi', embed: null, buttons: [], webhook: null }],
    ...more,
  }) as unknown as Streamer;

test('a change and its undo name the same settings', () => {
  expect(stepOf(streamer(), { kind: 'channel', channelId: room })?.deed).toEqual({
    kind: 'update',
    body: { notificationChannelId: room },
    undo: { notificationChannelId: '40001' },
  });
  const twice = stepOf(streamer(), { kind: 'ping', roleId: null });
  expect(twice && inverseOf(inverseOf(twice))).toEqual(twice);
});

test('if videos have a separate channel, both are set, and both are restored', () => {
  const youtube = streamer({
    platform: 'youtube',
    liveNotificationChannelId: '40001',
    videoNotificationChannelId: null,
  });
  expect(stepOf(youtube, { kind: 'channel', channelId: room })?.deed).toEqual({
    kind: 'update',
    body: { liveNotificationChannelId: room, videoNotificationChannelId: room },
    undo: { liveNotificationChannelId: '40001', videoNotificationChannelId: null },
  });
});

test('skips streamers that already have the setting', () => {
  const change = { kind: 'channel', channelId: room } as const;
  expect(stepsOf([streamer(), streamer({ notificationChannelId: room })], change)).toHaveLength(1);
  expect(stepOf(streamer(), { kind: 'ping', roleId: '70001' as RoleId })).toBeNull();
  expect(stepOf(streamer(), { kind: 'resume' })).toBeNull();
  expect(stepOf(streamer({ paused: true, pauseReason: 'byOwner' }), { kind: 'pause' })).toBeNull();
});

test.each([{}, { paused: true, pauseReason: 'byOwner' }, { pauseReason: 'permissions' }, { pauseReason: 'planLimit' }])(
  'the bar offers what the plan would do: %j',
  (more) => {
    const one = streamer(more);
    expect(canPause(one)).toBe(stepOf(one, { kind: 'pause' }) !== null);
    expect(canResume(one)).toBe(stepOf(one, { kind: 'resume' }) !== null);
  },
);

test('resuming retries streamers that the service paused, but cannot lift the limit of a plan', () => {
  expect(stepOf(streamer({ pauseReason: 'permissions' }), { kind: 'resume' })).not.toBeNull();
  expect(stepOf(streamer({ pauseReason: 'planLimit' }), { kind: 'resume' })).toBeNull();
});

test('a deleted streamer is restored with all settings', () => {
  const step = stepOf(streamer(), { kind: 'delete' });
  const back = step && inverseOf(step).deed;
  const body = back?.kind === 'add' ? back.body : null;
  expect(body).toEqual({
    notificationChannelId: '40001',
    pingRoleId: '70001',
    usersForLiveRole: ['90001'],
    offlineGraceMinutes: 10,
    customMessages: [expect.objectContaining({ type: 'kickLive', content: 'hi' })],
  });
  expect(streamerBodies.kick.safeParse(body).success).toBe(true);
});

test('one message for many replaces only that kind, and the undo restores each streamer’s own', () => {
  const offline = { type: 'kickOffline', content: 'bye', embed: null, buttons: [], webhook: null };
  const one = streamer({ customMessages: [...streamer().customMessages, offline] });
  const message = toEdited({ content: 'now live' });
  const step = stepOf(one, { kind: 'message', type: 'kickLive', message });
  if (step?.deed.kind !== 'update') throw new Error('nothing was planned');
  const contents = (body: typeof step.deed.body) => body.customMessages?.map(({ type, content }) => [type, content]);
  expect(contents(step.deed.body)).toEqual([
    ['kickLive', 'now live'],
    ['kickOffline', 'bye'],
  ]);
  expect(contents(step.deed.undo)).toEqual([
    ['kickLive', 'hi'],
    ['kickOffline', 'bye'],
  ]);
  expect(streamerBodies.kick.safeParse(step.deed.body).success).toBe(true);
});

test('skips streamers that already have the message, or none if all return to the default', () => {
  const same = toEdited({ content: 'hi' });
  expect(stepOf(streamer(), { kind: 'message', type: 'kickLive', message: same })).toBeNull();
  const back = { kind: 'message', type: 'kickLive', message: null } as const;
  expect(stepOf(streamer({ customMessages: [] }), back)).toBeNull();
  expect(stepOf(streamer(), back)?.deed).toMatchObject({ body: { customMessages: [] } });
});

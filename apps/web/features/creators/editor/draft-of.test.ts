import { type Creator, CreatorBody } from '@tally/contract/creators/calls';
import { expect, test } from 'vitest';
import { bodyOf, draftOf, emptyDraft, memberOf, orderOf, takenBy, withMember, withoutMember } from './draft-of.ts';

const kick = { platform: 'kick', streamerUserName: 'ada', rumbleType: null } as const;
const twitch = { platform: 'twitch', streamerUserName: 'Ada_Live', rumbleType: null } as const;
const creator = {
  creatorId: '1',
  name: 'Ada',
  channels: [
    { ...kick, displayName: 'Ada L' },
    { ...twitch, displayName: 'Ada' },
  ],
  platformOrder: ['twitch'],
  notificationChannelId: null,
  pingRoleId: null,
} as unknown as Creator;

test('a channel is added once, in any spelling, and lends its name to a creator without one', () => {
  const draft = withMember(withMember(emptyDraft, kick, 'Ada L'), { ...kick, streamerUserName: 'ADA' }, 'Ada L');
  expect(draft.channels).toHaveLength(1);
  expect(draft.name).toBe('Ada L');
  expect(withMember({ ...emptyDraft, name: 'Grace' }, kick, 'Ada L').name).toBe('Grace');
  expect(withoutMember(draft, kick).channels).toEqual([]);
});

test('on Rumble a user and a channel of one name are two', () => {
  const [user, channel] = (['user', 'channel'] as const).map((type) =>
    memberOf({ platform: 'rumble', streamerUserName: 'ada', type } as never),
  );
  if (!user || !channel) throw new Error('unreachable');
  expect(withMember(withMember(emptyDraft, user, 'ada'), channel, 'ada').channels).toHaveLength(2);
});

test('the order names every participating platform, and no other', () => {
  expect(orderOf({ channels: [kick, twitch], order: ['youtube', 'twitch'] })).toEqual(['twitch', 'kick']);
  const body = bodyOf(draftOf(creator));
  expect(body.platformOrder).toEqual(['twitch', 'kick']);
  expect(bodyOf({ ...draftOf(creator), isOrdered: false }).platformOrder).toEqual([]);
  expect(body.channels).toEqual([kick, twitch]);
  expect(CreatorBody.safeParse(body).success).toBe(true);
});

test('a channel of another creator is unavailable, one of the same creator is not', () => {
  expect([...takenBy([creator], creator)]).toEqual([]);
  expect([...takenBy([creator], 'new').values()]).toEqual(['Ada', 'Ada']);
});

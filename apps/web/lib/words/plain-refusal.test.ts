import { expect, test } from 'vitest';
import { namesFrom, plainRefusal } from './plain-refusal.ts';

test.each([
  ['notificationChannelId: this channel is not in this server.', 'This channel is not in this server.'],
  ['giftedSubRoles.0.roleId: this role is not here.\nquery[2]: is empty', 'This role is not here.\nIs empty'],
  ['overrides.0.query.2: “/(/” is not a pattern\nThis needs Premium.', '“/(/” is not a pattern\nThis needs Premium.'],
  ['notificationChannelId: هذه القناة ليست هنا.', 'هذه القناة ليست هنا.'],
  ['This server does not follow xqc.', 'This server does not follow xqc.'],
  ['Note: a sentence with a colon.', 'Note: a sentence with a colon.'],
])('%j reads %j', (refusal, read) => expect(plainRefusal(refusal)).toBe(read));

test('a field that has a name on the page keeps it', () => {
  const nameOf = (field: string) => (field === 'pingRoleId' ? 'Ping role' : null);
  expect(plainRefusal('pingRoleId: this role is not here.', nameOf)).toBe('Ping role: this role is not here.');
});

test('a part of a field is read with the name of the field', () => {
  const words = { 'fields.quietHours': 'Quiet hours', 'fields.threshold': 'Stars needed' };
  const t = Object.assign((key: keyof typeof words) => words[key], { has: (key: string) => key in words });
  const read = (refusal: string) => plainRefusal(refusal, namesFrom(t));
  expect(read('quietHours.ranges[0].from: is no time')).toBe('Quiet hours: is no time');
  expect(read('starboards.1.threshold: too big\nlocale: unknown')).toBe('Stars needed: too big\nUnknown');
});

import { expect, test } from 'vitest';
import { chatRolesOf } from './chat-roles.ts';

test('badges say who somebody is in a chat, each once; its owner is that without one', () => {
  const viewer = { isOwner: false };
  expect(chatRolesOf(['moderator', 'subscriber', 'sub_gifter', 'constructor'], viewer)).toEqual(['mod', 'sub']);
  expect(chatRolesOf(['founder', 'og'], viewer)).toEqual(['sub']);
  expect(chatRolesOf(['vip', 'og', 'toString'], viewer)).toEqual(['vip', 'sub']);
  expect(chatRolesOf([], viewer)).toEqual([]);
  expect(chatRolesOf([], { isOwner: true })).toEqual(['broadcaster']);
});

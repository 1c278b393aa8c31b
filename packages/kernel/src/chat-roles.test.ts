import { expect, test } from 'vitest';
import { chatRolesOf } from './chat-roles.ts';

test('maps badges to roles without duplicates, and makes an owner without badges the broadcaster', () => {
  const viewer = { isOwner: false };
  expect(chatRolesOf(['moderator', 'subscriber', 'sub_gifter', 'constructor'], viewer)).toEqual(['mod', 'sub']);
  expect(chatRolesOf(['founder', 'og'], viewer)).toEqual(['sub']);
  expect(chatRolesOf(['vip', 'og', 'toString'], viewer)).toEqual(['vip', 'sub']);
  expect(chatRolesOf([], viewer)).toEqual([]);
  expect(chatRolesOf([], { isOwner: true })).toEqual(['broadcaster']);
});

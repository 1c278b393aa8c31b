import { expect, test } from 'vitest';
import { plainMentions, plainTimes } from './mentions.ts';

const known = { channels: [{ id: '11111', name: 'alerts' }], roles: [{ id: '22222', name: 'Kick pings' }] };

test('shows channels and roles by name, unknown ones by their raw id', () => {
  expect(plainMentions('On its way to <#11111>, for <@&22222>.', known)).toBe(
    'On its way to #alerts, for @Kick pings.',
  );
  expect(plainMentions('Gone: <#33333> <@&44444>', known)).toBe('Gone: #33333 @44444');
  expect(plainMentions('<#11111> <#11111>', {})).toBe('#11111 #11111');
});

test('isolates a name in a right-to-left sentence', () => {
  expect(plainMentions('رسالة في <#11111>.', known)).toBe('رسالة في \u2068#alerts\u2069.');
});

test("shows a time in the viewer's zone", () => {
  const at = new Date(2026, 0, 15, 14, 20);
  expect(plainTimes(`The next is at <t:${at.getTime() / 1000}:t>.`, 'en-GB')).toBe('The next is at 14:20.');
});

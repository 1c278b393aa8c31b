import { expect, test } from 'vitest';
import { isSame } from '../../../lib/drafts/draft.ts';
import { emptyEmbed, newButton, toBody, toEdited } from './body.ts';
import { moveAt } from './list.ts';

test('an absent part is empty in the editor, and null when sent', () => {
  const edited = toEdited({ embed: { description: 'x', fields: [{ name: 'a' }] }, buttons: [{ title: 'Watch' }] });
  expect(edited).toEqual({
    content: '',
    embed: { ...emptyEmbed, description: 'x', fields: [{ $id: 'was 0', name: 'a', value: '', inline: false }] },
    buttons: [{ $id: 'was 0', title: 'Watch', url: '', emojiUnicodeOrId: '' }],
    webhook: null,
  });
  expect(toBody(edited)).toMatchObject({
    content: null,
    embed: { title: null, description: 'x', fields: [{ name: 'a', value: null, inline: false }] },
    buttons: [{ title: 'Watch', url: null, emojiUnicodeOrId: null }],
    webhook: null,
  });
});

test('there and back again changes nothing', () => {
  const edited = toEdited({ content: ' hi ', embed: null, buttons: [], webhook: { enabled: true, username: 'Bot' } });
  expect(toEdited(toBody(edited))).toEqual(edited);
});

test('an item of a list stays itself wherever it moves, and only its content is sent and compared', () => {
  const edited = toEdited({ buttons: [{ title: 'A' }, { title: 'B' }] });
  const moved = { ...edited, buttons: [...moveAt(edited.buttons, 0, 1), newButton()] };
  expect(moved.buttons.slice(0, 2).map(({ $id, title }) => [$id, title])).toEqual([
    ['was 1', 'B'],
    ['was 0', 'A'],
  ]);
  expect(new Set(moved.buttons.map(({ $id }) => $id)).size).toBe(3);
  expect(JSON.stringify(toBody(moved))).not.toContain('$id');
  // The API returns moved items with other ids, which must not count as a change.
  expect(isSame(moved, toEdited(toBody(moved)))).toBe(true);
  expect(isSame(edited, moved)).toBe(false);
});

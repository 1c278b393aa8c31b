import { expect, test } from 'vitest';
import { emptyEmbed, toBody, toEdited } from './body.ts';

test('what is not there is empty while it is edited, and null when it is sent', () => {
  const edited = toEdited({ embed: { description: 'x', fields: [{ name: 'a' }] }, buttons: [{ title: 'Watch' }] });
  expect(edited).toEqual({
    content: '',
    embed: { ...emptyEmbed, description: 'x', fields: [{ name: 'a', value: '', inline: false }] },
    buttons: [{ title: 'Watch', url: '', emojiUnicodeOrId: '' }],
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

import { expect, it } from 'vitest';
import type { Command, Guild } from '../state/wire.ts';
import { readTyped, readValues } from './typed-command.ts';

const user = { id: '7', username: 'mika', global_name: 'Mika' };
const guild = { id: '1', bot_in: ['9'], members: [{ user, roles: [] }], roles: [], channels: [] } as unknown as Guild;
const submit = [
  { type: 3, name: 'video', description: 'A link or words', required: true },
  { type: 6, name: 'for', description: 'Whose' },
  { type: 4, name: 'start', description: 'Seconds' },
  { type: 3, name: 'place', description: 'Where', choices: [{ name: 'At the end', value: 'end' }] },
];
const options = [
  { type: 1, name: 'submit', description: 'Ask for a video', options: submit },
  { type: 1, name: 'submit-many', description: 'Ask for several', options: [] },
];
const media: Command = { id: '5', application_id: '9', type: 1, name: 'media', description: 'Media share', options };
const read = (text: string) => {
  const typed = readTyped(text, [media], guild);
  return typed && [typed.command.title, readValues(typed.command.options, typed.values), typed.missing];
};

it('words after a subcommand go into its first option', () => {
  expect(read('/media submit  cute cats ')).toEqual(['media submit', { video: 'cute cats' }, []]);
});

it('options are named, in any order, with the values that a person sees', () => {
  const values = { video: 'cats: the film', for: '7', start: 30, place: 'end' };
  expect(read('/media submit place:at the end start:30 for:@Mika video: cats: the film')?.[1]).toEqual(values);
  expect(read('/media submit cats for:<@7>')?.[1]).toEqual({ video: 'cats', for: '7' });
});

it('names options without a value, or with an invalid one', () => {
  expect(read('/media submit')?.[2]).toEqual(['video']);
  expect(read('/media submit cats start:soon for:nadia')?.[2]).toEqual(['for', 'start']);
});

it('the longest name counts, and other text stays a message', () => {
  expect(read('/media submit-many')?.[0]).toBe('media submit-many');
  expect([read('/media'), read('/media submits cats'), read('media submit cats')]).toEqual([null, null, null]);
});

import { placeholdersFor } from '@tally/contract/message-editor/placeholders';
import { expect, test } from 'vitest';
import { suggest } from './suggestions.tsx';

const names = (typed: string) => suggest(placeholdersFor('twitchLive'), typed).map(({ name }) => name);

test('names that begin with the letters come first, then names that contain them', () => {
  expect(names('stre')[0]).toBe('streamer');
  expect(names('image')).toContain('category_image');
  expect(names('TITLE')[0]).toBe('title');
  expect(names('zzz')).toEqual([]);
  expect(names('').length).toBe(8);
});

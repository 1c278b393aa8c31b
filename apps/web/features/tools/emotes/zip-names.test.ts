import { expect, it } from 'vitest';
import { zipNames } from './zip-names.ts';

it('a zip is named after the channel; more than 500 emotes come in several', () => {
  expect(zipNames('shroud', 500)).toEqual(['shroud-emotes.zip']);
  expect(zipNames('shroud', 501)).toEqual(['shroud-emotes-1.zip', 'shroud-emotes-2.zip']);
  expect(zipNames('Lamp/../Haus', 1)).toEqual(['lamp_haus-emotes.zip']);
});

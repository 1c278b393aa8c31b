import { languages } from '@tally/contract/texts/index';
import { expect, test } from 'vitest';
import arabic from '../../messages/ar-SA/servers.json';
import english from '../../messages/en-US/servers.json';

test('pages call permissions as the bot does', () => {
  const [en, ar] = languages.map(({ texts }) => texts.permissions);
  expect(en).toMatchObject(english.permissions);
  expect(ar).toMatchObject(arabic.permissions);
});

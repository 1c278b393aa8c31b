import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { bareFigures, missingForms } from './rules/plurals.ts';

type Nested = { readonly [key: string]: string | Nested };

const flatten = (texts: Nested, trail = ''): [key: string, sentence: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${trail}${key}`, value]] : flatten(value, `${trail}${key}.`),
  );

const pages = (locale: string): Nested =>
  Object.fromEntries(
    readdirSync(`apps/web/messages/${locale}`).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(`apps/web/messages/${locale}/${file}`, 'utf8')) as Nested,
    ]),
  );

const spoken = languages.flatMap(({ value: locale, texts }) => [
  { where: 'pages', locale, texts: pages(locale) },
  { where: 'server and bot', locale, texts },
]);

describe.each(spoken)('the sentences of $where in $locale', ({ locale, texts }) => {
  const found = (look: (sentence: string, locale: string) => string[]) =>
    flatten(texts).flatMap(([key, sentence]) => look(sentence, locale).map((each) => `${key}: ${each}`));

  it('has a plural wherever a figure counts something', () => expect(found(bareFigures)).toEqual([]));
  it('has every form of a plural that the language has', () => expect(found(missingForms)).toEqual([]));
});

it('finds sentences that are wrong for one, and no others', () => {
  expect(bareFigures('{count} members', 'en-US')).toEqual(['{count} members']);
  expect(bareFigures('{n, number} members', 'en-US')).toEqual(['{n} members']);
  expect(bareFigures('{who, select, you {{count} stars} other {{count} of them}}', 'en-US')).toEqual(['{count} stars']);
  expect(bareFigures('{count, plural, one {# member} other {{count} members}}, {name} members', 'en-US')).toEqual([]);
  expect(bareFigures('{limit} حرفًا على الأكثر', 'ar-SA')).toEqual(['{limit} حرفًا']);
  expect(missingForms('{count, plural, one {عضو} other {{count} عضو}}', 'ar-SA')).toEqual(['{count} two few many']);
  expect(missingForms('{count, plural, one {# member} other {# members}}', 'en-US')).toEqual([]);
});

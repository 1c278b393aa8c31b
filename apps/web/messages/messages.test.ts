import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { homes } from '../i18n/homes.ts';
import { defaultLocale, locales } from '../i18n/locales.ts';

type Tree = { readonly [key: string]: string | Tree };

const read = (locale: string, home: string): Tree =>
  JSON.parse(readFileSync(new URL(`./${locale}/${home}.json`, import.meta.url), 'utf8')) as Tree;

function* sentences(tree: Tree, above = ''): Generator<[key: string, sentence: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${above}${key}`, value];
    else yield* sentences(value, `${above}${key}.`);
  }
}

/** Returns the arguments of a sentence, such as `{name}` and `{count, plural, …}`. */
const placeholders = (sentence: string): string[] =>
  [
    ...new Set(
      [...sentence.matchAll(/\{(\w+)(?:\}|,\s*(?:plural|select|selectordinal|number|date|time)\b)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ].sort();

function canRead(sentence: string, locale: string): boolean {
  try {
    return Boolean(new IntlMessageFormat(sentence, locale));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const english = (home: string) => new Map(sentences(read(defaultLocale, home)));

describe.each(locales)('the words of %s', (locale) => {
  test('there is one file for each home, and each home is listed', () => {
    const files = readdirSync(new URL(`./${locale}`, import.meta.url)).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual([...homes].sort());
  });

  test.each(homes)('%s has every key, no extra ones, and no empty sentence', (home) => {
    const own = new Map(sentences(read(locale, home)));
    expect([...own.keys()].sort()).toEqual([...english(home).keys()].sort());
    expect([...own].filter(([, sentence]) => sentence.trim() === '')).toEqual([]);
  });

  test.each(homes)('%s has only sentences that can be read: a literal brace is in quotes', (home) => {
    const unreadable = [...sentences(read(locale, home))].filter(([, sentence]) => !canRead(sentence, locale));
    expect(unreadable).toEqual([]);
  });

  test.each(homes)('%s uses the same placeholders as the English', (home) => {
    const own = new Map(sentences(read(locale, home)));
    const different = [...english(home)].filter(
      ([key, sentence]) => placeholders(sentence).join() !== placeholders(own.get(key) ?? '').join(),
    );
    expect(different).toEqual([]);
  });
});

test('Arabic uses western digits, as Discord does: a sentence never formats a number itself', () => {
  const formatted = [...homes].flatMap((home) =>
    [...sentences(read('ar-SA', home))].filter(([, sentence]) =>
      /#|,\s*number\b/.test(sentence.replace(/'[^']*'/g, '')),
    ),
  );
  expect(formatted.filter(([, sentence]) => /\{\w+,\s*(?:plural|number)/.test(sentence)).map(([key]) => key)).toEqual(
    [],
  );
});

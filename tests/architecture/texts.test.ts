import { languages } from '@tally/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';

type Nested = { readonly [key: string]: string | Nested };

function flatten(texts: Nested, trail = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, value]) =>
      typeof value === 'string' ? { [`${trail}${key}`]: value } : flatten(value, `${trail}${key}.`),
    ),
  );
}

/** Returns the names of a sentence's arguments, sorted. */
function valuesOf(text: string, locale: string): string[] {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const element = node as { type?: number; value?: unknown };
    if (element.type !== undefined && element.type >= 1 && element.type <= 6) names.add(String(element.value));
    Object.values(node).forEach(walk);
  };
  walk(new IntlMessageFormat(text, locale).getAst());
  return [...names].sort();
}

const [english, ...others] = languages.map((language) => ({
  locale: language.value,
  texts: flatten(language.texts as unknown as Nested),
}));

describe.each(others)('the sentences of server and bot in $locale', ({ locale, texts }) => {
  it('has every sentence', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english?.texts ?? {}).sort());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('uses the same values in every sentence', () => {
    const different = Object.entries(english?.texts ?? {}).filter(
      ([key, text]) => valuesOf(text, 'en-US').join() !== valuesOf(texts[key] ?? '', locale).join(),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });
});

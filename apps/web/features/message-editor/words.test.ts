import { readFileSync } from 'node:fs';
import { languages } from '@tally/contract/texts/index';
import { expect, test } from 'vitest';

// The same sentences exist in the API and, compiled, in the page, so they must match.
test.each(languages)('the editor and the API describe a problem in the same words, in $value', ({ value, texts }) => {
  const file = new URL(`../../messages/${value}/message-editor.json`, import.meta.url);
  const { problems } = JSON.parse(readFileSync(file, 'utf8')) as { problems: Record<string, string> };
  const { saved: _saved, removed: _removed, ...said } = texts.messageEditor as Record<string, string>;
  expect(problems).toEqual(
    expect.objectContaining(Object.fromEntries(Object.keys(problems).map((key) => [key, said[key]]))),
  );
  expect(Object.keys(problems)).toContain('tooLongTogether');
});

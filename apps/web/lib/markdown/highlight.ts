import type { Element, Root } from 'hast';
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { elementsIn, textOf } from './ours.ts';

/** The colors are variables of our style sheet, which each theme defines. */
const theme = createCssVariablesTheme({ name: 'tally', variablePrefix: '--code-' });
const names = {
  sh: 'bash',
  shell: 'bash',
  bash: 'bash',
  json: 'json',
  js: 'typescript',
  ts: 'typescript',
  yaml: 'yaml',
  yml: 'yaml',
  env: 'dotenv',
  html: 'html',
  diff: 'diff',
} as const;

let made: Promise<HighlighterCore> | undefined;

/** One highlighter for all pages. The JavaScript engine is small; the other one uses hundreds of megabytes. */
const highlighter = (): Promise<HighlighterCore> =>
  (made ??= createHighlighterCore({
    themes: [theme],
    langs: [
      import('shiki/langs/bash.mjs'),
      import('shiki/langs/json.mjs'),
      import('shiki/langs/typescript.mjs'),
      import('shiki/langs/yaml.mjs'),
      import('shiki/langs/dotenv.mjs'),
      import('shiki/langs/html.mjs'),
      import('shiki/langs/diff.mjs'),
    ],
    engine: createJavaScriptRegexEngine(),
  }));

/** Longer texts stay plain, because highlighting them costs more than the rest of the page. */
const MOST_LETTERS = 20_000;

/** Highlights code blocks with a language. */
export async function highlight(tree: Root): Promise<void> {
  let left = MOST_LETTERS;
  for (const block of [...elementsIn(tree)].filter(({ tagName }) => tagName === 'pre')) {
    block.properties = { ...block.properties, tabIndex: 0, dir: 'ltr' };
    const code = block.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code');
    const language = code && languageOf(code);
    if (!code || !language) continue;
    const text = textOf(code).replace(/\n$/, '');
    left -= text.length;
    if (left < 0) return;
    const coloured = (await highlighter()).codeToHast(text, { lang: language, theme: 'tally' });
    const inner = [...elementsIn(coloured)].find(({ tagName }) => tagName === 'code');
    if (inner) code.children = inner.children;
  }
}

function languageOf({ properties }: Element): string | undefined {
  const word = [properties['className']]
    .flat()
    .map(String)
    .find((name) => name.startsWith('language-'));
  return word && names[word.slice('language-'.length) as keyof typeof names];
}

import type { House } from './house.ts';

export interface Sentence {
  /** The file, and the key of the text in it. */
  readonly at: string;
  readonly sentence: string;
}

type Nested = string | { readonly [key: string]: Nested };

const flatten = (texts: Nested, trail: string): Sentence[] =>
  typeof texts === 'string'
    ? [{ at: trail, sentence: texts }]
    : Object.entries(texts).flatMap(([key, value]) => flatten(value, `${trail} ${key}`.trim()));

const literal = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Returns the string literals of a text file with their keys. */
function literalsIn(path: string, source: string): Sentence[] {
  const code = source.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*|import .*)$/gm, '');
  return [...code.matchAll(literal)].map((found) => {
    const [key] = code.slice(0, found.index).match(/[\w-]+(?=\W*$)/) ?? [''];
    return { at: `${path} ${key}`, sentence: (found[2] ?? '').replaceAll('\\n', '\n').replaceAll(/\\(.)/g, '$1') };
  });
}

/** Returns the English texts of pages and Discord messages by key. */
export const textsOf = ({ files }: House): Sentence[] =>
  files.flatMap(({ path, text }) => {
    if (/^apps\/web\/messages\/en-US\/.*\.json$/.test(path)) return flatten(JSON.parse(text) as Nested, path);
    return path.startsWith('packages/contract/src/texts/en/') ? literalsIn(path, text) : [];
  });

const innermost = /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,((?:[^{}]|\{[^{}]*\})*)\}/;

/** Returns a text as a reader sees it: each choice is replaced by its last branch, which is the usual one. */
function asRead(text: string): string {
  let plain = text.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{\s*(\w+)\s*(?:,\s*(?:number|date|time)[^{}]*)?\}/g, '$1');
  while (innermost.test(plain)) plain = plain.replace(innermost, (_, branches: string) => lastBranch(branches));
  return plain;
}

const lastBranch = (branches: string): string => [...branches.matchAll(/\{([^{}]*)\}/g)].at(-1)?.[1] ?? '';

export const sentencesOf = ({ at, sentence }: Sentence): Sentence[] =>
  asRead(sentence)
    .split(/(?<=[.!?])\s+|\n/)
    .map((each) => ({ at, sentence: each.trim() }));

/** True for a title, label or heading that hides its noun. A question may begin with any word. */
export const isRelativeHeading = (text: string): boolean =>
  /^(?:Of|One that|Those (?:who|that)|That which|What|Whatever|Who|Whoever|Whom|Whose)\s/.test(text) &&
  !/[.?!:…]$/.test(text);

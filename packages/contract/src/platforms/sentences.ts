import { type Platform, platformNames, platforms, platformsToLink, syncPlatforms, wireWord } from './words.ts';

interface Tree {
  readonly [key: string]: string | Tree;
}

type KeyWith<K, Word extends string, Values extends string> = K extends `${infer Before}{${Word}}${infer After}`
  ? `${Before}${Values}${After}`
  : never;
type KeyOf<K> = K extends `${string}{${string}`
  ?
      | KeyWith<K, 'platform', Platform>
      | KeyWith<K, 'Platform', Capitalize<Platform>>
      | KeyWith<K, 'Name', (typeof platformNames)[Platform]>
  : K;
/** Texts with one key for each platform: see `withPlatforms`. */
export type WithPlatforms<T> = T extends string ? T : { readonly [K in keyof T as KeyOf<K>]: WithPlatforms<T[K]> };

const lists = {
  allPlatforms: ['conjunction', platforms],
  anyPlatform: ['disjunction', platforms],
  allPlatformsToLink: ['conjunction', platformsToLink],
  anySyncPlatform: ['disjunction', syncPlatforms],
} as const;

/**
 * Fills platform names into texts, so a new platform needs no new sentence. A key with `{platform}` (`tiktok`),
 * `{Platform}` (`Tiktok`) or `{Name}` (`TikTok`) becomes a key for each platform, and `{Name}` in its text the name. A
 * key written out for one platform has priority. `{allPlatforms}` and the other `lists` become lists of names.
 */
export function withPlatforms<T extends object>(texts: T, locale: string): WithPlatforms<T> {
  const sentences = Object.entries(lists).map(([word, [type, ids]]) => {
    // In British English, a list has no comma before the last name.
    const format = new Intl.ListFormat(locale.startsWith('en') ? 'en-GB' : locale, { type });
    const names = platforms.filter((id) => ids.some((each) => each === id)).map((id) => platformNames[id]);
    return [`{${word}}`, format.format(names)] as const;
  });
  return fill(texts as Tree, sentences) as WithPlatforms<T>;
}

type Filled = readonly (readonly [word: string, text: string])[];

function fill(tree: Tree, words: Filled): Tree {
  const all: Record<string, string | Tree> = {};
  for (const [key, value] of Object.entries(tree)) {
    for (const platform of key.includes('{') ? platforms : [undefined]) {
      const name = platform ? replaced(key, keysOf(platform)) : key;
      if (platform && name in tree) continue;
      const known: Filled = platform ? [...words, ['{Name}', platformNames[platform]]] : words;
      all[name] = filled(value, known);
    }
  }
  return all;
}

function filled(value: string | Tree, words: Filled): string | Tree {
  if (typeof value === 'string') return replaced(value, words);
  return Array.isArray(value) ? (filledNode(value, words) as Tree) : fill(value, words);
}

/** Next's build compiles sentences with arguments into arrays and objects, such as `[name]`. See icu-minify. */
function filledNode(node: unknown, words: Filled): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (!Array.isArray(node))
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, filledNode(each, words)]));
  const text = node.length === 1 && words.find(([word]) => word === `{${node[0]}}`)?.[1];
  return text || node.map((each) => filledNode(each, words));
}

const keysOf = (platform: Platform): Filled => [
  ['{platform}', platform],
  ['{Platform}', wireWord(platform)],
  ['{Name}', platformNames[platform]],
];

const replaced = (text: string, words: Filled): string =>
  text.includes('{') ? words.reduce((now, [word, by]) => now.replaceAll(word, by), text) : text;

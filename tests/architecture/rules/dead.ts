import type { SourceFile } from './source.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Next finds these files by name and calls their exports. */
const namedByNext = /^apps\/web\/(app\/|instrumentation|proxy|next\.config)/;

/** Finds exports that no other file uses. It can miss one whose name also occurs in another file. */
export function deadExportViolations(files: readonly SourceFile[]): string[] {
  const seenIn = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.match(/[\w$]+/g))) seenIn.set(word, (seenIn.get(word) ?? 0) + 1);
  }
  return files
    .filter(({ path }) => /^(apps|packages)\/.*\.tsx?$/.test(path) && !isTest(path) && !namedByNext.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm)]
        .map((match) => match[1] as string)
        // Such a name may be used only by other types of its file, like the type of a parameter.
        .filter((name) => seenIn.get(name) === 1 && countWord(text, name) === 1)
        .map((name) => `${path}: nobody uses ${name}`),
    );
}

const countWord = (text: string, word: string): number =>
  text.split(new RegExp(`(?<![\\w$])${word}(?![\\w$])`)).length - 1;

/** Finds text keys that no code contains, neither their last word nor a pattern like `is.${kind}`. */
export function deadTextViolations(keys: readonly string[], files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => !isTest(path)).map(({ text }) => text);
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  const patterns = [...new Set(code.flatMap(templatesIn))].map(
    (template) => new RegExp(`(^|\\.)${template.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`),
  );
  const spaces = new Set(
    code.flatMap((text) => [...text.matchAll(/[tT]ranslations\('([\w-]+\.[\w.-]+)'/g)].map((m) => m[1])),
  );
  return keys.filter((key) => {
    const last = key.split('.').at(-1) ?? key;
    return !words.has(last) && !spaces.has(key.slice(0, -last.length - 1)) && !patterns.some((each) => each.test(key));
  });
}

/** Returns the fixed parts of templates that could be a key, which are those with a word in them. */
const templatesIn = (text: string): string[][] =>
  [...text.matchAll(/`((?:[\w.]|\$\{[^`{}]*\})+)`/g)]
    .map((match) => (match[1] as string).split(/\$\{[^{}]*\}/))
    .filter((parts) => parts.length > 1 && parts.some((part) => /\w{2}/.test(part)));

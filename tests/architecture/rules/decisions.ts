import type { SourceFile } from './source.ts';

const FOLDER = 'docs/decisions/';
const MOST = 120;
const MOST_WORDS = 260;

const isNote = ({ path }: SourceFile): boolean => path.startsWith(FOLDER) && !path.endsWith('README.md');
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Finds problems of the decisions: number, title, length, and the line in the index. */
export function decisionViolations(files: readonly SourceFile[]): string[] {
  const notes = files.filter(isNote);
  const index = files.find(({ path }) => path === `${FOLDER}README.md`)?.text ?? '';
  const links = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)];
  const found = notes.flatMap(({ path, text }) => {
    const name = path.slice(FOLDER.length);
    const [number = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(text)?.slice(1) ?? [];
    const lines = links.filter(([, , file]) => file === name);
    const isListed = lines.length === 1 && lines[0]?.[1] === number && lines[0]?.[3] === title;
    return [
      ...(name === `${number}-${slugOf(title)}.md` ? [] : [`${path}: the title is not the name of the file`]),
      ...(isListed ? [] : [`${path}: the index lists it ${lines.length} times, or under another title`]),
      ...(wordsIn(text) <= MOST_WORDS ? [] : [`${path}: ${wordsIn(text)} words, ${MOST_WORDS} are the most`]),
      ...(/would be wrong/i.test(text) ? [] : [`${path}: does not say when it would be wrong`]),
    ];
  });
  const names = new Set(notes.map(({ path }) => path.slice(FOLDER.length)));
  const dead = links
    .filter(([, , file = '']) => !names.has(file))
    .map(([, , file]) => `the index lists ${file}, which is gone`);
  const numbers = notes.map(({ path }) => path.slice(FOLDER.length, FOLDER.length + 4));
  const twice = numbers.filter((number, place) => numbers.indexOf(number) !== place);
  return [
    ...found,
    ...dead,
    ...twice.map((number) => `two decisions have the number ${number}`),
    ...(notes.length <= MOST ? [] : [`${notes.length} decisions, ${MOST} are the most: merge some`]),
  ];
}

/** Finds `docs/decisions/0123`, `decision 0123` and `decisions/0123 and 0124`; between decisions, `0123` alone. */
export function citationViolations(files: readonly SourceFile[]): string[] {
  const notes = files.filter(isNote).map(({ path }) => path.slice(FOLDER.length));
  const known = new Set(notes.map((name) => name.slice(0, 4)));
  const cited = /\b[dD]ecisions?[ /](\d{4})(?:-[a-z0-9-]+\.md)?((?:(?:, | and )\d{4}\b)*)/g;
  return files.flatMap((file) => {
    const bare = isNote(file) ? [...file.text.matchAll(/\b(0\d{3})\b/g)].map(([, number]) => number) : [];
    const named = [...file.text.matchAll(cited)];
    const numbers = named.flatMap(([, first, rest = '']) => [first, ...(rest.match(/\d{4}/g) ?? [])]);
    const gone = [...bare, ...numbers].filter((number) => number !== undefined && !known.has(number));
    const moved = [...file.text.matchAll(/\bdecisions\/(\d{4}-[a-z0-9-]+\.md)/g)].filter(
      ([, name = '']) => !notes.includes(name),
    );
    return [
      ...gone.map((number) => `${file.path}: cites decision ${number}, which is gone`),
      ...moved.map(([, name]) => `${file.path}: links to ${name}, which is gone`),
    ];
  });
}

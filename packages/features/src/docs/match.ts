import { HEADING_PREFIX } from '@tally/contract';
import { stemsOf, typoLikeness } from '@tally/infra/search';

export interface FrontMatter {
  readonly title: string;
  readonly summary: string;
  readonly order: number;
  readonly body: string;
}

/** Splits off the header between two lines of `---` at the start of a file. */
export function readFrontMatter(name: string, text: string): FrontMatter {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const fields = new Map(
    head.split('\n').flatMap((line) => {
      const [, key, value] = /^(\w+): *(.+)$/.exec(line) ?? [];
      return key && value ? [[key, value.trim()] as const] : [];
    }),
  );
  const [title, summary, order] = [fields.get('title'), fields.get('summary'), Number(fields.get('order'))];
  if (!title || !summary || !Number.isInteger(order))
    throw new Error(`docs/public/${name}.md must begin with title, summary and order between two lines of ---`);
  return { title, summary, order, body: body.trim() };
}

export interface Part {
  /** Null for the text before the first heading. */
  readonly heading: string | null;
  readonly anchor: string | null;
  readonly text: string;
}

/** Splits a page at its headings. Lines in a code block are not headings. */
export function partsOf(markdown: string): Part[] {
  const parts: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, heading] = (!isCode && /^#{2,3} +(.+?)\s*$/.exec(line)) || [];
    if (heading) parts.push({ heading: heading.replaceAll(/[`*]/g, ''), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  const taken = new Map<string, number>();
  return parts.map(({ heading, lines }) => ({
    heading,
    anchor: heading === null ? null : anchorOf(heading, taken),
    text: lines.join('\n'),
  }));
}

/** Returns the anchor that pages give a heading, with a number if the heading repeats. */
export function anchorOf(heading: string, taken: Map<string, number> = new Map()): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return `${HEADING_PREFIX}${slug}${times > 0 ? `-${times}` : ''}`;
}

export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|#>]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Words that say little in an English question. */
const FILLERS = new Set(
  (
    'a an and are at be by can could did do does for from get has have how i if in is it its me my of on or our ' +
    'should so that the there they this to use was we what when where which who whom why will with would you your'
  ).split(' '),
);

/** Removes filler words, which would distort the ranking because headings rarely contain them. */
export function withoutFillers(asked: string): string {
  const kept = asked.split(/\s+/).filter((word) => !FILLERS.has(word.toLowerCase().replaceAll(/[?!.,]/g, '')));
  return kept.join(' ').trim() === '' ? asked : kept.join(' ');
}

/** Pairs of a word that people use and the handbook's word for it. */
export type Synonyms = readonly (readonly [said: string, meant: string])[];

export const readSynonyms = (text: string): Synonyms =>
  text.split('\n').flatMap((line) => {
    const [, said, meant] = /^([^:]+): *(.+)$/.exec(line) ?? [];
    return said && meant ? [[said.trim(), meant.trim()] as const] : [];
  });

/** Adds the handbook's own words to a question. */
export function withSynonyms(asked: string, synonyms: Synonyms): string {
  const words = ` ${asked.toLowerCase().replaceAll(/[?!.,\s]+/g, ' ')} `;
  return [asked, ...synonyms.filter(([said]) => words.includes(` ${said} `)).map(([, meant]) => meant)].join(' ');
}

const MOST_LETTERS = 220;
const BEGINS_FROM = 3;

/** Returns the sentence that contains the most words of the question, split into pieces to highlight. */
export function sentenceWith(text: string, asked: string): { text: string; isMatch: boolean }[] {
  const wanted = stemsOf(asked);
  const isMatch = (word: string): boolean =>
    stemsOf(word).some((stem) =>
      wanted.some(
        (each) =>
          stem === each || (each.length >= BEGINS_FROM && stem.startsWith(each)) || typoLikeness(stem, each) > 0,
      ),
    );
  const sentences = text.split(/(?<=[.!?])\s+/).map((sentence) => {
    const pieces = sentence
      .slice(0, MOST_LETTERS)
      .split(/([\p{L}\p{N}]+)/u)
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, isMatch: isMatch(piece) }));
    return {
      pieces,
      matches: new Set(pieces.filter((each) => each.isMatch).flatMap((each) => stemsOf(each.text))).size,
    };
  });
  const best = sentences.reduce(
    (one, other) => (other.matches > one.matches ? other : one),
    sentences[0] ?? { pieces: [], matches: 0 },
  );
  return best.pieces;
}

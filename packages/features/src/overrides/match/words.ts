import { fold } from '@tally/message/template';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

/** A text to search, prepared once for all queries. */
export interface Haystack {
  readonly plain: string;
  readonly folded: string;
}

export interface Query {
  readonly text: string;
  readonly isIn: (haystack: Haystack) => boolean;
  /** The cost of a pattern. A word costs almost nothing. */
  readonly cost?: number;
}

/** Why a query is invalid, and the part that causes it. */
export interface QueryProblem {
  readonly problem: 'emptyQuery' | 'badFlags' | 'bigPattern' | 'manyPatterns' | PatternFault;
  readonly part?: string;
  /** The cost of finding this problem. */
  readonly cost?: number;
}

/** The engine's errors, mapped to our words: https://github.com/le0pard/re2js (`RE2JSSyntaxException`) */
const patternFaults = {
  'missing closing )': 'openGroup',
  'unexpected )': 'closedGroup',
  'missing closing ]': 'openClass',
  'invalid character class range': 'badClass',
  'missing argument to repetition operator': 'nothingToRepeat',
  'invalid nested repetition operator': 'repeatTwice',
  'invalid repeat count': 'badCount',
  'invalid escape sequence': 'badEscape',
  'trailing backslash at end of expression': 'lastBackslash',
  'invalid or unsupported Perl syntax': 'notHere',
  'invalid named capture': 'notHere',
} as const;
type PatternFault = (typeof patternFaults)[keyof typeof patternFaults] | 'badPattern';

/** Longer than any real title. */
const MOST_CHARACTERS = 10_000;
/**
 * The engine's time is proportional to text × pattern, and `.{1000}` counts as a thousand. With this many steps, the
 * longest text takes at most about a tenth of a second.
 */
const MOST_STEPS = 1000;

export function prepare(text: string): Haystack {
  const plain = text.slice(0, MOST_CHARACTERS);
  return { plain, folded: fold(plain) };
}

const asPattern = /^\/(.+)\/([A-Za-z]*)$/su;

export const isPattern = (text: string): boolean => asPattern.test(text.trim());

/** Parses a word, `*part*`, `begin*`, `*end`, or `/pattern/flags`. */
export function readQuery(text: string): Query | QueryProblem {
  const [, source, flags] = asPattern.exec(text.trim()) ?? [];
  return source === undefined ? readWord(text) : readPattern(text, source, flags ?? '');
}

export const isUsable = (read: Query | QueryProblem): read is Query => 'isIn' in read;

function readWord(text: string): Query | QueryProblem {
  const [, before, inner, after] = /^(\*?)(.*?)(\*?)$/su.exec(text.trim()) ?? [];
  const word = fold(inner ?? '');
  if (word === '') return { problem: 'emptyQuery' };
  const mayStart = before === '*' ? () => true : (folded: string, at: number) => isBorder(folded, at);
  const mayEnd = after === '*' ? () => true : (folded: string, at: number) => isBorder(folded, at);
  return {
    text,
    isIn({ folded }) {
      for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
        if (mayStart(folded, at) && mayEnd(folded, at + word.length)) return true;
      }
      return false;
    },
  };
}

const partOfWord = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts without spaces between words. In these, any gap between two letters may be a word boundary. */
const withoutSpaces =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** These characters belong to the preceding one. The joiner also belongs to the following one. */
const clinging = /[\p{M}\p{Emoji_Modifier}\u200d]/u;

function isBorder(text: string, at: number): boolean {
  const before = lastSign(text.slice(Math.max(0, at - 2), at));
  const after = text.codePointAt(at);
  if (before === undefined || after === undefined) return true;
  const next = String.fromCodePoint(after);
  if (clinging.test(next) || before === '\u200d') return false;
  if (withoutSpaces.test(before) || withoutSpaces.test(next)) return true;
  return !(partOfWord.test(before) && partOfWord.test(next));
}

/** Matches one code point, which may be two code units long. */
const lastSign = (text: string): string | undefined => /.$/su.exec(text)?.[0];

/** Accepts the JavaScript flags g, u, v and y, because people paste them. They have no effect here. */
const knownFlags = /^[gimsuvy]*$/;

/**
 * Parses a pattern for RE2, which has neither look-around nor back-references. So no pattern takes forever:
 * https://github.com/google/re2/wiki/WhyRE2
 */
function readPattern(text: string, source: string, flags: string): Query | QueryProblem {
  if (!knownFlags.test(flags)) return { problem: 'badFlags', part: flags };
  const own = (flags.includes('m') ? RE2JS.MULTILINE : 0) | (flags.includes('s') ? RE2JS.DOTALL : 0);
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | own);
    const steps = pattern.programSize();
    // The source's length counts too, because a character class is one step but compiles as slowly as dozens.
    const cost = source.length + steps;
    if (steps > MOST_STEPS) return { problem: 'bigPattern', cost };
    return { text, cost, isIn: ({ plain }) => pattern.test(plain) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ...faultOf(error), cost: source.length };
  }
}

function faultOf(error: RE2JSException): QueryProblem {
  if (!(error instanceof RE2JSSyntaxException)) return { problem: 'badPattern' };
  const known: Readonly<Record<string, PatternFault>> = patternFaults;
  return { problem: known[error.error] ?? 'badPattern', part: error.input ?? '' };
}

import { typoLikeness } from './spelling.ts';
import { stemsOf, trigramsOf } from './words.ts';

export interface Searchable {
  readonly question: string;
  readonly answer: string;
}

/** A word, the entries that contain it, and its weight in each entry. */
interface Term {
  readonly word: string;
  readonly trigrams: ReadonlySet<string>;
  readonly at: number[];
  readonly weights: number[];
  rarity: number;
}

export interface Index<E extends Searchable> {
  readonly entries: readonly E[];
  readonly terms: readonly Term[];
  readonly byWord: ReadonlyMap<string, number>;
  readonly byTrigram: ReadonlyMap<string, readonly number[]>;
  /** Term numbers sorted by word, for prefix matches. */
  readonly inOrder: readonly number[];
}

/** A word in an answer weighs less than the same word in a question. */
const IN_ANSWER = 0.3;
/** How similar another word must be to count. */
const LEAST_LIKENESS = 0.34;
const IN_GUESSES = 0.8;
const LEAST_LIKENESS_OF_TYPO = 0.2;
const PREFIX_FROM = 3;
/** Finds "timezone" for "time zone" and vice versa. Each half must have at least this many letters. */
const HALF_FROM = 3;
const MOST_PREFIXES = 30;
/** A result with less than this fraction of the best score is not suggested. */
const LEAST_SHARE = 0.35;
/** At least this fraction of a question's words must be found, weighted by rarity. */
const LEAST_FOUND = 0.25;

export function indexOf<E extends Searchable>(entries: readonly E[]): Index<E> {
  const terms: Term[] = [];
  const byWord = new Map<string, number>();
  entries.forEach((entry, at) => {
    const weights = new Map<string, number>();
    addWeights(weights, stemsOf(entry.question), 1);
    addWeights(weights, stemsOf(entry.answer), IN_ANSWER);
    for (const [word, weight] of weights) {
      const known = byWord.get(word);
      const term = known === undefined ? newTerm(word) : terms[known];
      if (!term) continue;
      if (known === undefined) byWord.set(word, terms.push(term) - 1);
      term.at.push(at);
      term.weights.push(weight);
    }
  });
  for (const term of terms) term.rarity = rarityOf(term.at.length, entries.length);
  return { entries, terms, byWord, byTrigram: byTrigramOf(terms), inOrder: orderOf(terms) };
}

/** Repeated words count once, and an answer adds nothing to words of its question. */
function addWeights(weights: Map<string, number>, words: readonly string[], weight: number): void {
  for (const word of words) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
}

const newTerm = (word: string): Term => ({
  word,
  trigrams: new Set(trigramsOf(word)),
  at: [],
  weights: [],
  rarity: 0,
});

const rarityOf = (standsIn: number, of: number): number => Math.log(1 + (of - standsIn + 0.5) / (standsIn + 0.5));

function byTrigramOf(terms: readonly Term[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  terms.forEach(({ trigrams }, number) => {
    for (const trigram of trigrams) {
      const list = found.get(trigram);
      if (list) list.push(number);
      else found.set(trigram, [number]);
    }
  });
  return found;
}

const orderOf = (terms: readonly Term[]): number[] =>
  terms.map((_, number) => number).sort((one, other) => (wordOf(terms, one) < wordOf(terms, other) ? -1 : 1));

const wordOf = (terms: readonly Term[], number: number | undefined): string =>
  number === undefined ? '' : (terms[number]?.word ?? '');

/** Returns the entries that match a question, best first. */
export function search<E extends Searchable>(index: Index<E>, question: string, most: number): E[] {
  const scores = new Float64Array(index.entries.length);
  const words = joinedOrSplit(index, [...new Set(stemsOf(question))]);
  let asked = 0;
  let found = 0;
  for (const word of words) {
    const like = termsLike(index, word);
    const best = Math.max(0, ...like.map(({ term, likeness }) => term.rarity * likeness));
    asked += like.length === 0 ? Math.log(1 + index.entries.length) : best;
    found += best;
    addScores(scores, like);
  }
  if (found < asked * LEAST_FOUND) return [];
  return bestOf(index.entries, scores, most);
}

/** Searches words in the form that the entries use, joined or split. */
function joinedOrSplit<E extends Searchable>({ byWord }: Index<E>, words: readonly string[]): readonly string[] {
  const found = words.flatMap((word, at) => {
    const joined = word + (words[at + 1] ?? '');
    if (joined !== word && byWord.has(joined)) return [word, joined];
    return byWord.has(word) ? [word] : (halvesOf(word, byWord) ?? [word]);
  });
  return [...new Set(found)];
}

function halvesOf(word: string, byWord: ReadonlyMap<string, number>): readonly [string, string] | null {
  for (let at = HALF_FROM; at <= word.length - HALF_FROM; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (byWord.has(head) && byWord.has(tail)) return [head, tail];
  }
  return null;
}

interface Like {
  readonly term: Term;
  readonly likeness: number;
}

/** An entry gets the best score among similar words, not the sum, because "stream" and "streams" count as one word. */
function addScores(scores: Float64Array, like: readonly Like[]): void {
  const bestAt = new Map<number, number>();
  for (const { term, likeness } of like)
    term.at.forEach((at, nth) => {
      const score = term.rarity * likeness * (term.weights[nth] ?? 0);
      if (score > (bestAt.get(at) ?? 0)) bestAt.set(at, score);
    });
  for (const [at, score] of bestAt) scores[at] = (scores[at] ?? 0) + score;
}

function termsLike<E extends Searchable>(index: Index<E>, word: string): Like[] {
  const exact = index.byWord.get(word);
  const like = new Map<number, number>();
  for (const number of beginningWith(index, word)) {
    const length = wordOf(index.terms, number).length;
    like.set(number, word.length / length);
  }
  // A correctly spelled word needs no guessing, but a rare word may be another author's typo of a common one.
  for (const [number, likeness] of spelledLike(index, word))
    like.set(number, Math.max(likeness, like.get(number) ?? 0));
  if (exact !== undefined) like.set(exact, 1);
  return [...like].flatMap(([number, likeness]) => {
    const term = index.terms[number];
    return term ? [{ term, likeness }] : [];
  });
}

function beginningWith<E extends Searchable>({ terms, inOrder }: Index<E>, word: string): number[] {
  if (word.length < PREFIX_FROM) return [];
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wordOf(terms, inOrder[middle]) < word) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; at < inOrder.length && found.length < MOST_PREFIXES; at += 1) {
    const number = inOrder[at];
    if (number === undefined || !wordOf(terms, number).startsWith(word)) break;
    found.push(number);
  }
  return found;
}

/** Finds similar words: typos, and words that share many trigrams. */
function spelledLike<E extends Searchable>({ terms, byTrigram }: Index<E>, word: string): Map<number, number> {
  const trigrams = new Set(trigramsOf(word));
  const shared = new Map<number, number>();
  for (const trigram of trigrams)
    for (const number of byTrigram.get(trigram) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
  const like = new Map<number, number>();
  for (const [number, common] of shared) {
    const size = terms[number]?.trigrams.size ?? 0;
    const likeness = (2 * common) / (trigrams.size + size);
    const typo = likeness < LEAST_LIKENESS_OF_TYPO ? 0 : typoLikeness(word, wordOf(terms, number));
    if (typo > 0 || likeness >= LEAST_LIKENESS) like.set(number, Math.max(typo, likeness * IN_GUESSES));
  }
  return like;
}

function bestOf<E extends Searchable>(entries: readonly E[], scores: Float64Array, most: number): E[] {
  const best: { at: number; score: number }[] = [];
  scores.forEach((score, at) => {
    if (score === 0 || (best.length === most && score <= (best.at(-1)?.score ?? 0))) return;
    best.push({ at, score });
    best.sort((one, other) => other.score - one.score || one.at - other.at);
    best.length = Math.min(best.length, most);
  });
  const least = (best[0]?.score ?? 0) * LEAST_SHARE;
  return best.filter(({ score }) => score >= least).flatMap(({ at }) => entries[at] ?? []);
}

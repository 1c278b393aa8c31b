import type { ChannelSearch } from '@tally/contract/creators/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { type Candidate, keyOf } from '../../../shell/streamers/search.ts';
import { inOrder } from '../../../shell/streamers/use-search.ts';
import type { RunState, RunStates } from '../list/bulk/run.ts';

/** The state of one typed name. Only names with `isAddable` are added. */
export type LineState =
  | 'checking'
  | 'found'
  | 'unsure'
  | 'followed'
  | 'missing'
  | 'unanswered'
  | 'over'
  | 'nameless'
  | 'notOurs'
  | 'running'
  | 'done'
  | 'failed';

export interface LookUp {
  readonly data?: ChannelSearch | undefined;
  readonly error: Error | null;
}

export interface Line {
  readonly piece: string;
  readonly state: LineState;
  readonly channel: Candidate | undefined;
  /** The channels to choose from if a name is ambiguous. */
  readonly choices: readonly Candidate[];
  /** The error of looking up or adding the name. */
  readonly error: Error | null;
}

export type AddableLine = Line & { readonly channel: Candidate };

export const isAddable = (line: Line): line is AddableLine =>
  line.channel !== undefined && (line.state === 'found' || line.state === 'failed');

const MOST_CHOICES = 4;

export function linesOf(about: {
  pieces: readonly string[];
  /** One lookup per name. */
  lookUps: readonly LookUp[];
  prefer: Platform | undefined;
  /** The candidate that the person chose for each name. */
  chosen: ReadonlyMap<string, string>;
  results: RunStates;
  isFollowed: (row: Candidate) => boolean;
  /** Returns how many more channels the server may follow on this platform. */
  roomOn: (platform: Platform) => number;
}): Line[] {
  const room = new Map<Platform, number>();
  const seen = new Set<string>();
  return about.pieces.map((piece, at) => {
    const { data, error = null } = about.lookUps[at] ?? {};
    const rows = inOrder(data?.channels ?? [], about.prefer);
    const channel = meant(rows, about.prefer, about.chosen.get(piece));
    const result = channel && about.results.get(keyOf(channel));
    const failure = failureOf(result);
    const line = (state: LineState, choices: readonly Candidate[] = []): Line => ({
      piece,
      state,
      channel,
      choices,
      error: failure ?? error,
    });
    if (!data) return line(error ? 'unanswered' : 'checking');
    if (data.problem) return line(data.problem);
    if (!channel && rows.length > 0) return line('unsure', rows.slice(0, MOST_CHOICES));
    if (!channel) return line(data.platforms.some(({ state }) => state !== 'answered') ? 'unanswered' : 'missing');
    if (result === 'done') return line('done');
    if (result === 'running' || result === 'waiting') return line('running');
    if (seen.has(keyOf(channel)) || about.isFollowed(channel)) return line('followed');
    seen.add(keyOf(channel));
    const left = (room.get(channel.platform) ?? about.roomOn(channel.platform)) - 1;
    room.set(channel.platform, left);
    if (left < 0) return line('over');
    return line(failure ? 'failed' : 'found');
  });
}

const failureOf = (result: RunState | undefined): Error | null => (typeof result === 'object' ? result.error : null);

/** Returns the chosen candidate, or else the only exact match, with the preferred platform first. */
function meant(rows: readonly Candidate[], prefer: Platform | undefined, key: string | undefined) {
  const chosen = rows.find((row) => keyOf(row) === key);
  if (chosen) return chosen;
  const exact = rows.filter(({ isExact }) => isExact);
  const preferred = exact.filter(({ platform }) => platform === prefer);
  const [only, another] = preferred.length > 0 ? preferred : exact;
  return another ? undefined : only;
}

/** A list that a person types by hand is never longer than this. */
export const MOST_NAMES = 100;
const MOST_LETTERS = 15_000;

/** Splits a text into names and links at line breaks and commas, without duplicates. */
export function piecesOf(text: string): { readonly pieces: readonly string[]; readonly isCut: boolean } {
  const pieces = new Map<string, string>();
  for (const part of text.slice(0, MOST_LETTERS).split(/[\n\r,;،؛]+/u))
    for (const piece of wordsOf(part)) pieces.set(piece.toLowerCase(), pieces.get(piece.toLowerCase()) ?? piece);
  const all = [...pieces.values()];
  return { pieces: all.slice(0, MOST_NAMES), isCut: text.length > MOST_LETTERS || all.length > MOST_NAMES };
}

/** Names may contain spaces, such as Harbor Radio. Links and handles may not. */
function wordsOf(part: string): string[] {
  const words = part.split(/\s+/u).filter((word) => word !== '');
  if (words.every((word) => /^@.|\//u.test(word))) return words;
  return [words.join(' ')];
}

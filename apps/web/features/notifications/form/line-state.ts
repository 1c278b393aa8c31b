import type { ChannelSearch } from '@tally/contract/creators/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { type Candidate, keyOf } from '../../../shell/streamers/search.ts';
import { inOrder } from '../../../shell/streamers/use-search.ts';
import type { RunState, RunStates } from '../list/bulk/run.ts';

/** The state of one of several typed names. Only those with `isAddable` are added. */
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
  /** Why looking up or adding was refused. */
  readonly error: Error | null;
}

export type AddableLine = Line & { readonly channel: Candidate };

export const isAddable = (line: Line): line is AddableLine =>
  line.channel !== undefined && (line.state === 'found' || line.state === 'failed');

const MOST_CHOICES = 4;

export function linesOf(about: {
  pieces: readonly string[];
  /** One look-up for each piece. */
  lookUps: readonly LookUp[];
  prefer: Platform | undefined;
  /** Which candidate the person chose, by piece. */
  chosen: ReadonlyMap<string, string>;
  results: RunStates;
  isFollowed: (row: Candidate) => boolean;
  /** How many more the server may follow on this platform. */
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

/** The chosen one, or else the only exact match, preferably on the preferred platform. */
function meant(rows: readonly Candidate[], prefer: Platform | undefined, key: string | undefined) {
  const chosen = rows.find((row) => keyOf(row) === key);
  if (chosen) return chosen;
  const exact = rows.filter(({ isExact }) => isExact);
  const preferred = exact.filter(({ platform }) => platform === prefer);
  const [only, another] = preferred.length > 0 ? preferred : exact;
  return another ? undefined : only;
}

/** No one writes a longer list by hand. */
export const MOST_NAMES = 100;
const MOST_LETTERS = 15_000;

/** The names and links in a text, separated by lines or commas, without duplicates. */
export function piecesOf(text: string): { readonly pieces: readonly string[]; readonly isCut: boolean } {
  const pieces = new Map<string, string>();
  for (const part of text.slice(0, MOST_LETTERS).split(/[\n\r,;،؛]+/u))
    for (const piece of wordsOf(part)) pieces.set(piece.toLowerCase(), pieces.get(piece.toLowerCase()) ?? piece);
  const all = [...pieces.values()];
  return { pieces: all.slice(0, MOST_NAMES), isCut: text.length > MOST_LETTERS || all.length > MOST_NAMES };
}

/** Names may contain spaces, such as Harbor Radio; links and handles may not. */
function wordsOf(part: string): string[] {
  const words = part.split(/\s+/u).filter((word) => word !== '');
  if (words.every((word) => /^@.|\//u.test(word))) return words;
  return [words.join(' ')];
}

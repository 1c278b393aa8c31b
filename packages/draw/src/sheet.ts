import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256Hex } from './entry-key.ts';

export interface SheetEntry {
  readonly key: string;
  readonly tickets: number;
}

/** An earlier sheet of the same draw, and the round that would have decided it. */
export interface AbandonedSheet {
  readonly round: number;
  readonly sheetHash: string;
  /** Discord's id of the message with the hash. Null if the hash could not be posted. */
  readonly postId: string | null;
  /** When the next sheet replaced it. */
  readonly at: Date;
}

/** Why the round was chosen. Sheets of version 1 lack this. */
export interface Timing {
  /** When entries closed. For a redraw, when it was requested. */
  readonly closedAt: Date;
  readonly abandoned: readonly AbandonedSheet[];
}

/** The entrants of one draw, fixed before anyone can know the result. */
export interface Sheet {
  readonly giveawayId: string;
  /** 1 for the first draw, and one more for each redraw. */
  readonly draw: number;
  readonly winners: number;
  /** The public beacon's round that decides. Null without a beacon. */
  readonly round: number | null;
  /** Null for a sheet of version 1. */
  readonly timing: Timing | null;
  readonly entries: readonly SheetEntry[];
}

/** Writes the exact bytes whose hash is published: ASCII, with ascending keys and a line break after every line. */
export function writeSheet({ giveawayId, draw, winners, round, timing, entries }: Sheet): string {
  const ascending = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
  return [
    `tally-draw ${timing === null ? 1 : 2}`,
    `giveaway ${giveawayId}`,
    `draw ${draw}`,
    `winners ${winners}`,
    ...(timing === null ? [] : timingLines(timing)),
    round === null ? 'beacon none' : `beacon quicknet ${round}`,
    `entrants ${entries.length} tickets ${totalOf(entries)}`,
    ...ascending.map(({ key, tickets }) => `${key} ${tickets}`),
    '',
  ].join('\n');
}

const timingLines = ({ closedAt, abandoned }: Timing): string[] => [
  `closed ${closedAt.toISOString()}`,
  ...abandoned.map(
    ({ round, sheetHash, postId, at }) => `abandoned ${round} ${sheetHash} ${postId ?? 'none'} ${at.toISOString()}`,
  ),
];

export const hashSheet = (text: string) => sha256Hex(utf8ToBytes(text));

/** Null unless the text is exactly what `writeSheet` writes, because a sheet with other bytes is another sheet. */
export function readSheet(text: string): Sheet | null {
  const lines = text.split('\n');
  const version = lines.shift();
  if (version !== 'tally-draw 1' && version !== 'tally-draw 2') return null;
  const giveawayId = /^giveaway (\S+)$/.exec(lines.shift() ?? '')?.[1];
  if (giveawayId === undefined) return null;
  const [draw, winners] = [numberAfter('draw', lines.shift()), numberAfter('winners', lines.shift())];
  const timing = version === 'tally-draw 2' ? readTiming(lines) : null;
  const beacon = lines.shift();
  const round = beacon === 'beacon none' ? null : numberAfter('beacon quicknet', beacon);
  const entries = lines.slice(1, -1).map((line): SheetEntry => {
    const [key = '', tickets] = line.split(' ');
    return { key, tickets: Number(tickets) };
  });
  const sheet: Sheet = { giveawayId, draw, winners, round, timing, entries };
  return isSound(sheet) && writeSheet(sheet) === text ? sheet : null;
}

/** Removes the lines that it reads from the front. */
function readTiming(lines: string[]): Timing {
  const closedAt = new Date(/^closed (\S+)$/.exec(lines.shift() ?? '')?.[1] ?? Number.NaN);
  const abandoned: AbandonedSheet[] = [];
  while (lines[0]?.startsWith('abandoned ')) {
    const [, round, sheetHash = '', postId = '', at = ''] = (lines.shift() ?? '').split(' ');
    abandoned.push({ round: Number(round), sheetHash, postId: postId === 'none' ? null : postId, at: new Date(at) });
  }
  return { closedAt, abandoned };
}

export function totalOf(entries: readonly SheetEntry[]): number {
  return entries.reduce((sum, { tickets }) => sum + tickets, 0);
}

function numberAfter(words: string, line: string | undefined): number {
  return line?.startsWith(`${words} `) ? Number(line.slice(words.length + 1)) : Number.NaN;
}

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text);
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
const isMoment = (at: Date) => !Number.isNaN(at.getTime());

function isSound({ draw, winners, round, timing, entries }: Sheet): boolean {
  return (
    isCount(draw) &&
    isCount(winners) &&
    (round === null || isCount(round)) &&
    (timing === null || isSoundTiming(timing)) &&
    entries.every(({ key, tickets }) => isHash(key) && isCount(tickets)) &&
    new Set(entries.map(({ key }) => key)).size === entries.length
  );
}

const isSoundTiming = ({ closedAt, abandoned }: Timing): boolean =>
  isMoment(closedAt) &&
  abandoned.every(
    ({ round, sheetHash, postId, at }) =>
      isCount(round) && isHash(sheetHash) && (postId === null || /^\d{5,20}$/.test(postId)) && isMoment(at),
  );

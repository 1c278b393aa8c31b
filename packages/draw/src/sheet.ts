import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256Hex } from './entry-key.ts';

export interface SheetEntry {
  readonly key: string;
  readonly tickets: number;
}

/** Who takes part in one draw, fixed before anybody can know how it ends. */
export interface Sheet {
  readonly giveawayId: string;
  /** 1 for the first draw, one more for each redraw. */
  readonly draw: number;
  readonly winners: number;
  /** The round of the public beacon that decides, or null where none does. */
  readonly round: number | null;
  readonly entries: readonly SheetEntry[];
}

/** The exact bytes whose hash is published: ASCII, keys ascending, every line ended. */
export function writeSheet({ giveawayId, draw, winners, round, entries }: Sheet): string {
  const ascending = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
  return [
    'tally-draw 1',
    `giveaway ${giveawayId}`,
    `draw ${draw}`,
    `winners ${winners}`,
    round === null ? 'beacon none' : `beacon quicknet ${round}`,
    `entrants ${entries.length} tickets ${totalOf(entries)}`,
    ...ascending.map(({ key, tickets }) => `${key} ${tickets}`),
    '',
  ].join('\n');
}

export const hashSheet = (text: string) => sha256Hex(utf8ToBytes(text));

/** Null for anything but the bytes that `writeSheet` makes: a sheet that reads alike but differs is another sheet. */
export function readSheet(text: string): Sheet | null {
  const [version, giveaway, draw, winners, beacon, , ...lines] = text.split('\n');
  const giveawayId = /^giveaway (\S+)$/.exec(giveaway ?? '')?.[1];
  if (version !== 'tally-draw 1' || giveawayId === undefined) return null;
  const entries = lines.slice(0, -1).map((line): SheetEntry => {
    const [key = '', tickets] = line.split(' ');
    return { key, tickets: Number(tickets) };
  });
  const sheet: Sheet = {
    giveawayId,
    draw: numberAfter('draw', draw),
    winners: numberAfter('winners', winners),
    round: beacon === 'beacon none' ? null : numberAfter('beacon quicknet', beacon),
    entries,
  };
  return isSound(sheet) && writeSheet(sheet) === text ? sheet : null;
}

export function totalOf(entries: readonly SheetEntry[]): number {
  return entries.reduce((sum, { tickets }) => sum + tickets, 0);
}

function numberAfter(words: string, line: string | undefined): number {
  return line?.startsWith(`${words} `) ? Number(line.slice(words.length + 1)) : Number.NaN;
}

function isSound({ draw, winners, round, entries }: Sheet): boolean {
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
  return (
    isCount(draw) &&
    isCount(winners) &&
    (round === null || isCount(round)) &&
    entries.every(({ key, tickets }) => /^[0-9a-f]{64}$/.test(key) && isCount(tickets)) &&
    new Set(entries.map(({ key }) => key)).size === entries.length
  );
}

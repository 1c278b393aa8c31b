import { hexToBytes } from '@noble/hashes/utils.js';
import { type Beacon, isSigned, randomnessOf } from './beacon.ts';
import { sha256Hex } from './entry-key.ts';
import { drawOrder } from './order.ts';
import { hashSheet, readSheet, type Sheet } from './sheet.ts';
import { checkPost, checkRound } from './timing.ts';
import type { Verdict } from './verdict.ts';

/** One published draw. */
export interface DrawRecord {
  /** The SHA-256 of the seed, published before the first entry, or with the draw before. */
  readonly commitment: string;
  readonly seed: string;
  readonly sheet: string;
  /** The hash of the sheet, published before the beacon's round. */
  readonly sheetHash: string;
  /** Discord's id of the message with the hash. Null if there is no such message. */
  readonly postId: string | null;
  readonly signature: string | null;
  /** All drawn people, in order. */
  readonly order: readonly { readonly key: string; readonly won: boolean }[];
  /** For a redraw: the sheet of the first draw, and the keys of all earlier winners. */
  readonly before: { readonly sheet: string; readonly winners: readonly string[] } | null;
}

export const drawSteps = ['seed', 'sheet', 'round', 'posted', 'beacon', 'order', 'winners'] as const;
export type DrawStep = (typeof drawSteps)[number];

/** Repeats the draw and judges each step. A step that depends on a wrong step is also wrong. */
export function checkDraw(record: DrawRecord, beacon: Beacon): Readonly<Record<DrawStep, Verdict>> {
  const sheet = readSheet(record.sheet);
  const seed = rightIf(isHex(record.seed, 32) && sha256Hex(hexToBytes(record.seed)) === record.commitment);
  if (sheet === null) {
    return { seed, sheet: 'wrong', round: 'wrong', posted: 'wrong', beacon: 'wrong', order: 'wrong', winners: 'wrong' };
  }
  const isSheet = hashSheet(record.sheet) === record.sheetHash && isSameCrowd(sheet, record.before);
  const grounds = {
    seed,
    sheet: rightIf(isSheet),
    round: checkRound(sheet, beacon),
    posted: checkPost(sheet, record.postId, beacon),
    beacon: checkSignature(sheet, record.signature, beacon),
  };
  const isOrder = !Object.values(grounds).includes('wrong') && isOrderRight(sheet, record);
  return { ...grounds, order: rightIf(isOrder), winners: rightIf(isOrder && isCountRight(sheet, record)) };
}

/** Returns the numbers of earlier draws that are missing from the proof. */
export function missingDraws(draws: readonly { readonly number: number; readonly isDrawn: boolean }[]): number[] {
  const drawn = new Set(draws.flatMap(({ number, isDrawn }) => (isDrawn ? [number] : [])));
  return Array.from({ length: Math.max(0, ...drawn) }, (_, place) => place + 1).filter((number) => !drawn.has(number));
}

/** Returns the SHA-256 of a seed. Publishing it first fixes the seed. */
export const commitmentOf = (seed: string) => sha256Hex(hexToBytes(seed));

const rightIf = (is: boolean): Verdict => (is ? 'right' : 'wrong');

/** A redraw has the same entrants as the first draw. Only earlier winners may be missing. */
function isSameCrowd({ draw, entries }: Sheet, before: DrawRecord['before']): boolean {
  if (draw === 1) return true;
  const first = readSheet(before?.sheet ?? '');
  if (first?.draw !== 1) return false;
  const held = new Map(entries.map(({ key, tickets }) => [key, tickets]));
  const mayMiss = new Set(before?.winners);
  const isKept = first.entries.every(
    ({ key, tickets }) => held.get(key) === tickets || (!held.has(key) && mayMiss.has(key)),
  );
  const known = new Set(first.entries.map(({ key }) => key));
  return isKept && entries.every(({ key }) => known.has(key));
}

function checkSignature(sheet: Sheet, signature: string | null, beacon: Beacon): Verdict {
  if (sheet.round === null) return signature === null ? 'unproven' : 'wrong';
  return rightIf(signature !== null && isSigned({ round: sheet.round, signature }, beacon));
}

function isOrderRight(sheet: Sheet, { seed, sheetHash, signature, order }: DrawRecord): boolean {
  const randomness = signature === null ? null : randomnessOf(signature);
  const drawn = drawOrder({ seed, sheetHash, randomness, entries: sheet.entries });
  return order.every(({ key }) => drawn.next().value?.key === key);
}

/** The draw must end exactly when there are enough winners, or after the last entrant. */
function isCountRight(sheet: Sheet, { order }: DrawRecord): boolean {
  const won = order.filter((drawn) => drawn.won).length;
  if (won > sheet.winners) return false;
  if (won < sheet.winners) return order.length === sheet.entries.length;
  return order.at(-1)?.won === true;
}

const isHex = (text: string, bytes: number) => text.length === bytes * 2 && /^[0-9a-f]*$/.test(text);

import { hexToBytes } from '@noble/hashes/utils.js';
import { type Beacon, isSigned, randomnessOf } from './beacon.ts';
import { sha256Hex } from './entry-key.ts';
import { drawOrder } from './order.ts';
import { hashSheet, readSheet, type Sheet } from './sheet.ts';

/** One draw as it is published. */
export interface DrawRecord {
  /** SHA-256 of the seed, published before anybody could enter (or with the draw before). */
  readonly commitment: string;
  readonly seed: string;
  readonly sheet: string;
  /** Published before the round of the beacon came out. */
  readonly sheetHash: string;
  readonly signature: string | null;
  /** Everybody who was drawn, in order. */
  readonly order: readonly { readonly key: string; readonly won: boolean }[];
}

export const drawSteps = ['seed', 'sheet', 'beacon', 'order', 'winners'] as const;
export type DrawStep = (typeof drawSteps)[number];

/** Draws again, and says of each step whether it comes out as published. What rests on a wrong step is wrong, too. */
export function checkDraw(record: DrawRecord, beacon: Beacon): Readonly<Record<DrawStep, boolean>> {
  const sheet = readSheet(record.sheet);
  const seed = isHex(record.seed, 32) && sha256Hex(hexToBytes(record.seed)) === record.commitment;
  const isSheet = sheet !== null && hashSheet(record.sheet) === record.sheetHash;
  const isBeacon = sheet !== null && isBeaconRight(sheet, record.signature, beacon);
  const order = seed && isSheet && isBeacon && isOrderRight(sheet, record);
  return { seed, sheet: isSheet, beacon: isBeacon, order, winners: order && isCountRight(sheet, record) };
}

/** SHA-256 of a seed: shown first, so that the seed cannot be chosen later. */
export const commitmentOf = (seed: string) => sha256Hex(hexToBytes(seed));

function isBeaconRight(sheet: Sheet, signature: string | null, beacon: Beacon): boolean {
  if (sheet.round === null) return signature === null;
  return signature !== null && isSigned({ round: sheet.round, signature }, beacon);
}

function isOrderRight(sheet: Sheet, { seed, sheetHash, signature, order }: DrawRecord): boolean {
  const randomness = signature === null ? null : randomnessOf(signature);
  const drawn = drawOrder({ seed, sheetHash, randomness, entries: sheet.entries });
  return order.every(({ key }) => drawn.next().value?.key === key);
}

/** It goes on until there are winners enough or nobody is left, and not one step further. */
function isCountRight(sheet: Sheet, { order }: DrawRecord): boolean {
  const won = order.filter((drawn) => drawn.won).length;
  if (won > sheet.winners) return false;
  if (won < sheet.winners) return order.length === sheet.entries.length;
  return order.at(-1)?.won === true;
}

const isHex = (text: string, bytes: number) => text.length === bytes * 2 && /^[0-9a-f]*$/.test(text);

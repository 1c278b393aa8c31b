import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SheetEntry } from './sheet.ts';
import { ticketRoll } from './ticket-roll.ts';

export interface DrawInput {
  /** 32 bytes in hex. The seed stays secret until the draw has ended. */
  readonly seed: string;
  readonly sheetHash: string;
  /** The beacon's randomness in hex. Null for a draw without a beacon. */
  readonly randomness: string | null;
  readonly entries: readonly SheetEntry[];
}

export interface Drawn {
  readonly key: string;
  /** The number that decides, and the position of its ticket among the remaining ones. */
  readonly x: bigint;
  readonly ticket: number;
  readonly ticketsLeft: number;
}

const RANGE = 2n ** 64n;

/** Draws the sheet's entries one after another. The caller stops once it has enough winners. */
export function* drawOrder({ seed, sheetHash, randomness, entries }: DrawInput): Generator<Drawn, void> {
  const numbers = endlessNumbers({ seed, sheetHash, randomness });
  const roll = ticketRoll(entries.map(({ tickets }) => tickets));
  while (roll.left() > 0) {
    const ticketsLeft = roll.left();
    const x = fairNumber(numbers, BigInt(ticketsLeft));
    const ticket = Number(x % BigInt(ticketsLeft));
    const entry = entries[roll.tear(ticket)];
    if (!entry) return;
    yield { key: entry.key, x, ticket, ticketsLeft };
  }
}

/** Skips numbers that would favor the first tickets. */
export function fairNumber(numbers: Iterator<bigint, never>, tickets: bigint): bigint {
  const limit = RANGE - (RANGE % tickets);
  for (;;) {
    const { value } = numbers.next();
    if (value < limit) return value;
  }
}

function* endlessNumbers(input: Omit<DrawInput, 'entries'>): Generator<bigint, never> {
  const key = hexToBytes(input.seed);
  for (let i = 0; ; i++) {
    const block = hmac(sha256, key, utf8ToBytes(`${input.sheetHash}:${input.randomness ?? 'none'}:${i}`));
    yield new DataView(block.buffer, block.byteOffset).getBigUint64(0);
  }
}

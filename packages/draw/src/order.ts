import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SheetEntry } from './sheet.ts';
import { ticketRoll } from './ticket-roll.ts';

export interface DrawInput {
  /** 32 bytes in hex, kept secret until the draw is over. */
  readonly seed: string;
  readonly sheetHash: string;
  /** What the beacon said, in hex; null where none decides. */
  readonly randomness: string | null;
  /** In the order of the sheet. */
  readonly entries: readonly SheetEntry[];
}

export interface Drawn {
  readonly key: string;
  /** The number that decided, and which of the tickets that were left it meant. */
  readonly x: bigint;
  readonly ticket: number;
  readonly ticketsLeft: number;
}

const RANGE = 2n ** 64n;

/** Everybody of the sheet, one after the other as they are drawn. Whoever asks stops when there are winners enough. */
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

/** Numbers that would prefer the first tickets are thrown away; the next one counts. */
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

import { bit, teamFlags } from '@tally/contract';
import type { Random } from '@tally/kernel';
import { cleanLine, isStacked } from '@tally/message/template';

/** Leaves out characters that look alike (0 O I l), because people read codes aloud. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** About 70 bits of randomness. */
const LENGTH = 12;

export const newCode = (random: Random): string =>
  Array.from({ length: LENGTH }, () => LETTERS[random.int(LETTERS.length)]).join('');

const known = Object.values(teamFlags).reduce((set, position) => set | bit(position), 0n);

/** Returns whether all of these bits are known rights. */
export const areTeamBits = (bits: bigint): boolean => (bits & ~known) === 0n;

export type NameFault = 'missing' | 'stacked';

/** Normalizes a name by removing invisible characters and direction marks. */
export function readName(typed: string): { readonly name: string } | { readonly fault: NameFault } {
  const name = cleanLine(typed.normalize('NFC'));
  if (name === '') return { fault: 'missing' };
  return isStacked(name) ? { fault: 'stacked' } : { name };
}

import { bit, teamFlags } from '@tally/contract';
import type { Random } from '@tally/kernel';
import { cleanLine, isStacked } from '@tally/message/template';

/** Without what looks alike (0 O I l), since people read codes to each other. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 70 bits. */
const LENGTH = 12;

export const newCode = (random: Random): string =>
  Array.from({ length: LENGTH }, () => LETTERS[random.int(LETTERS.length)]).join('');

const known = Object.values(teamFlags).reduce((set, position) => set | bit(position), 0n);

/** Whether teams know all of these rights. */
export const areTeamBits = (bits: bigint): boolean => (bits & ~known) === 0n;

export type NameFault = 'missing' | 'stacked';

/** As people read it: signs that nobody sees, or that turn the rest of a sentence round, belong to no name. */
export function readName(typed: string): { readonly name: string } | { readonly fault: NameFault } {
  const name = cleanLine(typed.normalize('NFC'));
  if (name === '') return { fault: 'missing' };
  return isStacked(name) ? { fault: 'stacked' } : { name };
}

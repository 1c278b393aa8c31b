import type { MediaOrigin } from '@tally/contract';
import { bornAt } from '@tally/kernel';
import type { Rank } from '../../match/who-may.ts';
import type { Who } from '../../store/items.ts';

export interface Sender {
  readonly origin: MediaOrigin;
  /** The platform's id; on the page, Discord's. */
  readonly id: string;
  readonly name: string;
  /** Set if the platform reports it. Discord ids contain it. */
  readonly accountCreatedAt?: Date | null | undefined;
}

export interface Asking {
  readonly sender: Sender;
  readonly rank: Rank;
}

/** The page and Discord use the same id for a person. */
export const placeOf = (origin: MediaOrigin): string => (origin === 'web' ? 'discord' : origin);

export const originsOf = (origin: MediaOrigin): readonly MediaOrigin[] =>
  origin === 'web' || origin === 'discord' ? ['web', 'discord'] : [origin];

export const whoIs = ({ origin, id }: Pick<Sender, 'origin' | 'id'>): Who => ({ origins: originsOf(origin), id });

/** The key of a person who votes or writes. */
export const voterOf = ({ origin, id }: Pick<Sender, 'origin' | 'id'>): string => `${placeOf(origin)}/${id}`;

export function accountCreatedAt({ origin, id, accountCreatedAt: told }: Sender): Date | null {
  if (placeOf(origin) !== 'discord') return told ?? null;
  return /^\d{5,20}$/.test(id) ? bornAt(id) : null;
}

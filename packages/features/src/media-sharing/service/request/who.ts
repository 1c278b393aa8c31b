import type { MediaOrigin } from '@tally/contract';
import { bornAt } from '@tally/kernel';
import type { Rank } from '../../match/who-may.ts';
import type { Who } from '../../store/items.ts';

export interface Sender {
  readonly origin: MediaOrigin;
  /** The sender's id at the platform. The page uses Discord's ids. */
  readonly id: string;
  readonly name: string;
  /** Set if the platform reports it. For Discord, the id contains it. */
  readonly accountCreatedAt?: Date | null | undefined;
}

export interface Asking {
  readonly sender: Sender;
  readonly rank: Rank;
}

/** Treats the page and Discord as one place, because they use the same ids. */
export const placeOf = (origin: MediaOrigin): string => (origin === 'web' ? 'discord' : origin);

export const originsOf = (origin: MediaOrigin): readonly MediaOrigin[] =>
  origin === 'web' || origin === 'discord' ? ['web', 'discord'] : [origin];

export const whoIs = ({ origin, id }: Pick<Sender, 'origin' | 'id'>): Who => ({ origins: originsOf(origin), id });

/** Returns the key that identifies a viewer who votes or writes. */
export const voterOf = ({ origin, id }: Pick<Sender, 'origin' | 'id'>): string => `${placeOf(origin)}/${id}`;

export function accountCreatedAt({ origin, id, accountCreatedAt: told }: Sender): Date | null {
  if (placeOf(origin) !== 'discord') return told ?? null;
  return /^\d{5,20}$/.test(id) ? bornAt(id) : null;
}

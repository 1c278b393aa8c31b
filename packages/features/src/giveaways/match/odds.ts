import type { EntryRow, GiveawayRow } from '../tables.ts';
import { readTerms } from './terms.ts';

interface Standing {
  /** The tickets of one person, and of all entrants together. */
  readonly tickets: number;
  readonly allTickets: number;
  readonly people: number;
  readonly winners: number;
}

/**
 * Estimates an entrant's chance to win any prize, as "1 in n". A winner's tickets leave the draw, so we assume an
 * average number for each other entrant. This is exact if they hold equally many.
 */
export function oneIn({ tickets, allTickets, people, winners }: Standing): number {
  if (tickets <= 0 || winners >= people) return 1;
  const ofAnother = (allTickets - tickets) / (people - 1);
  let missesAll = 1;
  for (let drawn = 0; drawn < winners; drawn += 1) {
    const left = allTickets - drawn * ofAnother;
    missesAll *= (left - tickets) / left;
  }
  return Math.max(1, Math.round(1 / (1 - missesAll)));
}

/** Returns the current odds of an entry, for pages and Discord alike. */
export const oddsOf = (
  row: Pick<GiveawayRow, 'tickets' | 'people' | 'settings'>,
  { tickets }: Pick<EntryRow, 'tickets'>,
): number => oneIn({ tickets, allTickets: row.tickets, people: row.people, winners: readTerms(row).winnerCount });

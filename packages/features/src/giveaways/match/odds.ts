import type { EntryRow, GiveawayRow } from '../tables.ts';
import { readTerms } from './terms.ts';

interface Standing {
  /** Tickets held by one person, and by all entrants together. */
  readonly tickets: number;
  readonly allTickets: number;
  readonly people: number;
  readonly winners: number;
}

/**
 * An entrant's chance to win any of the prizes, as "1 in n". Each winner's tickets leave the draw. We assume an average
 * number of tickets for each other winner, which is exact if the others hold equally many.
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

/** The current odds of an entry: the single source for pages and answers. */
export const oddsOf = (
  row: Pick<GiveawayRow, 'tickets' | 'people' | 'settings'>,
  { tickets }: Pick<EntryRow, 'tickets'>,
): number => oneIn({ tickets, allTickets: row.tickets, people: row.people, winners: readTerms(row).winnerCount });

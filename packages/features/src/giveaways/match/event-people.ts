import type { DrawnRow, EventRow } from '../tables.ts';

type Event = Pick<EventRow, 'event'> & Partial<Pick<EventRow, 'details'>>;

/** Returns the drawn people whom an event is about. Events from older versions contain no keys. */
export function peopleOfEvent({ event, details = {} }: Event, drawn: readonly DrawnRow[]): readonly DrawnRow[] {
  if (event === 'drawn' || event === 'rerolled') {
    return drawn.filter(({ number, outcome }) => number === details['draw'] && outcome === 'won');
  }
  const named = new Set(String(details['keys'] ?? details['key'] ?? '').split(' '));
  return drawn.filter(({ key, outcome }) => named.has(key) && (outcome === 'won') !== (event === 'passedOver'));
}

export const keysOf = (rows: readonly DrawnRow[]): string => rows.map(({ key }) => key).join(' ');

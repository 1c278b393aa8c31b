import * as fc from 'fast-check';

/** What Discord never writes, and what could be taken for something that it does. */
export const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', '12', '-5', '1'.repeat(31), 1.5, -1, true, [], {}, [null], 2 ** 60),
  fc.anything({ maxDepth: 1 }),
);

interface Place {
  readonly within: Record<string, unknown>;
  readonly key: string;
}

/** Puts it in the place of one value inside, at whatever depth. False: there is nothing inside. */
export function spoil(data: object, value: unknown, which: number): boolean {
  const places = placesIn(data);
  const place = places[which % places.length];
  if (place) place.within[place.key] = value;
  return place !== undefined;
}

const placesIn = (within: object): Place[] =>
  Object.entries(within).flatMap(([key, value]: [string, unknown]) => [
    { within: within as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);

import * as fc from 'fast-check';

/** Values that Discord never sends, and values that resemble valid ones. */
export const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', '12', '-5', '1'.repeat(31), 1.5, -1, true, [], {}, [null], 2 ** 60),
  fc.anything({ maxDepth: 1 }),
);

interface Place {
  readonly within: Record<string, unknown>;
  readonly key: string;
}

/** Replaces one nested value at any depth. Returns false if there is none. */
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

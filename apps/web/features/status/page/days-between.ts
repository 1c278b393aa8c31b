const DAY_MS = 86_400_000;

/** Returns all days from the first to the last, in UTC. */
export const daysBetween = (from: string, until: string): string[] =>
  Array.from({ length: (Date.parse(until) - Date.parse(from)) / DAY_MS + 1 }, (_, place) =>
    new Date(Date.parse(from) + place * DAY_MS).toISOString().slice(0, 10),
  );

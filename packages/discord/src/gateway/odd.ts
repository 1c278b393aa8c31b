import { z } from 'zod';

const MOST_PLACES = 3;
const MOST_KEYS = 8;
const LONGEST = 24;

/** An event has an unexpected form. The message contains the position and the shape of the value. */
export class OddEventError extends Error {
  override readonly name = 'OddEventError';
}

/** Reads part of an event. An odd value is reported only by its shape, because its text may be private. */
export function readOf<T>(raw: unknown, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const places = error.issues.slice(0, MOST_PLACES).map(({ path }) => `${nameOf(path)}: ${shapeAt(raw, path)}`);
    throw new OddEventError(places.join('; '), { cause: error });
  }
}

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, 100) || 'all of it';

function shapeAt(raw: unknown, path: readonly PropertyKey[]): string {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break;
    value = value[key as keyof typeof value];
  }
  return shapeOf(value);
}

function shapeOf(value: unknown): string {
  if (typeof value === 'string') {
    const start = Array.from(value.slice(0, LONGEST * 2))
      .slice(0, LONGEST)
      .join('');
    return `a text of ${value.length} like ${JSON.stringify(start.replace(/\p{N}/gu, '0').replace(/\p{L}/gu, 'a'))}`;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'object' || value === null) return String(value).slice(0, LONGEST);
  return `an object with ${Object.keys(value).slice(0, MOST_KEYS).map(wordOf).join(', ')}`;
}

const wordOf = (key: string): string => key.slice(0, LONGEST);

/**
 * Removes what Postgres refuses in text from strangers: NULs and unpaired surrogates.
 * https://www.postgresql.org/docs/15/datatype-json.html
 */
export function clean<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(clean) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [cleanText(key), clean(each)])) as T;
}

const cleanText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '');
